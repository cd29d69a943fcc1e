/** Members of vocabularies as people write them: by their ids, or by what they are called in any of the languages. */
import {
  applicantTypeLabels,
  contractLabels,
  costTypeLabels,
  diplomaLabels,
  type Label,
  occupancyLabels,
  partnerLabels,
  stageLabels,
  topicLabels,
} from '../../values/labels.ts'
import { type FactField, foldedHeader as folded } from './header-words.ts'

/** By the property, what its members are called. */
export const labelsByField: Readonly<Record<FactField, Readonly<Record<string, Label>>>> = {
  'company.applicant_types': applicantTypeLabels,
  'project.topics': topicLabels,
  'project.cost_types': costTypeLabels,
  'project.stages': stageLabels,
  'project.partners': partnerLabels,
  'hire.diploma': diplomaLabels,
  'hire.contract': contractLabels,
  'building.occupancy': occupancyLabels,
}

/** By the property, the member that each folded word means. A test holds that no word means two. */
const membersByField: ReadonlyMap<FactField, ReadonlyMap<string, string>> = new Map(
  Object.entries(labelsByField).map(([field, labels]) => {
    const words = Object.entries(labels).flatMap(([id, label]) =>
      [id, ...Object.values(label)].map((word) => [folded(word), id] as const),
    )
    return [field, new Map(words)]
  }),
)

/** The member that the word means; null: it means none. */
export function memberIn(field: FactField, word: string): string | null {
  return membersByField.get(field)?.get(folded(word)) ?? null
}

/** The members that a cell lists, or the first word that means none. What a member is called may itself hold a comma. */
export function membersIn(field: FactField, text: string): { members: string[] } | { unknown: string } {
  const members: string[] = []
  for (const part of partsOf(text, /[;|\n]/)) {
    const whole = memberIn(field, part)
    for (const word of whole === null ? partsOf(part, /,/) : []) {
      const member = memberIn(field, word)
      if (member === null) return { unknown: word }
      members.push(member)
    }
    if (whole !== null) members.push(whole)
  }
  return { members }
}

function partsOf(text: string, mark: RegExp): string[] {
  return text
    .split(mark)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** What yes and no are written as. */
const saidYes = new Set(['ja', 'oui', 'yes', 'true', 'waar', 'vrai'])
const saidNo = new Set(['nee', 'neen', 'non', 'no', 'false', 'onwaar', 'faux'])

/** Yes or no; null: the text says neither. */
export function answerIn(text: string): boolean | null {
  const said = folded(text)
  return saidYes.has(said) || (saidNo.has(said) ? false : null)
}

/** What accounting programs write in place of a number where a company has none, folded. */
const noNumberWords: ReadonlySet<string> = new Set([
  ...['niet btw plichtig', 'niet plichtig', 'btw vrijgesteld', 'vrijgesteld', 'geen', 'geen btw', 'nvt', 'n v t'],
  ...[
    'non assujetti',
    'non assujettie',
    'non assujetti a la tva',
    'non assujettie a la tva',
    'exonere',
    'aucun',
    'neant',
  ],
  ...[
    'not liable',
    'not vat liable',
    'not vat registered',
    'not registered',
    'exempt',
    'vat exempt',
    'none',
    'n a',
    'na',
  ],
])

/** Whether a cell of numbers says that there is none: it is empty then. */
export function saysNoNumber(cell: string): boolean {
  return /^[\s\-–—]+$/.test(cell) || noNumberWords.has(folded(cell))
}

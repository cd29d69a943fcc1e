/**
 * The profile of a reading: how many records say what. Beside the profile of the last published run it shows at one look
 * that a source has changed its form: a share that fell to 0, one title for all, one status for all.
 */
import type { MeasureRecord, SourceSettings } from '../../measures/record/record.ts'
import { agesAt, statusAt } from '../../measures/record/status.ts'
import type { Instant } from '../../values/brussels.ts'
import { type LocalizedText, languagesOf, textsOf } from '../../values/localized-text.ts'
import { type Status, statuses, textLanguages } from '../../values/vocabularies.ts'

/** As it is stored with its run, and shown by `sources show`. Figures count records, but for those of measures. */
export type Profile = {
  /** Records that were taken. */
  records: number
  rejected: number
  /** How many records have each property; a property that no record has is 0. */
  properties: Record<string, number>
  statuses: Record<Status, number>
  /** Different titles; a record counts with its titles in all languages together. */
  distinct_titles: number
  /** Records with a text that shows signs of a wrong encoding. */
  broken_characters: number
  /**
   * Of the measures that the source listed before, those that were not in the reading. Absent where the reading was cut short, and in
   * runs of an earlier release.
   */
  not_listed?: { measures: number; of: number }
  /** The run was held, and published by the operator's word. */
  confirmed?: true
}

const isGiven = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : value !== null)

/** Properties in which every record says something by itself, or that say nothing of the source's form. */
const uncounted = new Set([
  'local_id',
  'title',
  'licence',
  'application_window',
  'amount',
  'nace',
  'related',
  'instrument_type',
  // Absent where it says nothing.
  'application',
])

/** The properties of the record that are counted as they stand; the others are counted part by part. */
function propertiesOf(record: MeasureRecord): [name: string, isThere: boolean][] {
  const { application_window: window, amount, nace, related } = record
  return [
    ...textLanguages.map((language): [string, boolean] => [`title.${language}`, record.title[language] !== null]),
    ...Object.entries(record)
      .filter(([name]) => !uncounted.has(name))
      .map(([name, value]): [string, boolean] => [name, isGiven(value)]),
    ['opens_at', window.opens_at !== null],
    ['closes_at', window.deadlines.length > 0],
    ['recurrence', window.recurrence !== null],
    ['amount.min', isGiven(amount?.min ?? null)],
    ['amount.max', isGiven(amount?.max ?? null)],
    ['amount.rate', isGiven(amount?.rate_max ?? amount?.rate_min ?? null)],
    ['amount.budget_total', isGiven(amount?.budget_total ?? null)],
    ['amount.tiers', isGiven(amount?.tiers ?? null)],
    ['nace', isGiven(nace.include) || isGiven(nace.exclude)],
    ['application', isGiven(record.application ?? null)],
    ['related', Object.values(related).some(isGiven)],
  ]
}

/** Counts a reading record by record. It keeps no record, and of each title a short key. */
export class ProfileCount {
  readonly #source: Pick<SourceSettings, 'method'>
  readonly #at: Instant
  readonly #properties = new Map<string, number>()
  readonly #statuses = Object.fromEntries(statuses.map((status) => [status, 0])) as Record<Status, number>
  readonly #titles = new Set<string>()
  #records = 0
  #broken = 0

  /** `at`: the instant at which statuses are judged; a record that does not say when it was read counts as first seen then. */
  constructor(source: Pick<SourceSettings, 'method'>, at: Instant) {
    this.#source = source
    this.#at = at
  }

  /** `titleKey`: equal for records with equal titles, and short. */
  add(record: MeasureRecord, titleKey: string): void {
    this.#records += 1
    this.#titles.add(titleKey)
    this.#statuses[statusAt(record, agesAt(record, this.#source, this.#at), this.#at)] += 1
    if (hasBrokenTexts(record)) this.#broken += 1
    for (const [name, isThere] of propertiesOf(record)) {
      this.#properties.set(name, (this.#properties.get(name) ?? 0) + (isThere ? 1 : 0))
    }
  }

  profile(rejected: number): Profile {
    return {
      records: this.#records,
      rejected,
      properties: Object.fromEntries(this.#properties),
      statuses: { ...this.#statuses },
      distinct_titles: this.#titles.size,
      broken_characters: this.#broken,
    }
  }
}

/** All titles of a record as one text; equal titles make equal texts. */
export function titlesText({ title }: Pick<MeasureRecord, 'title'>): string {
  return languagesOf(title)
    .map((language) => `${language}:${title[language]}`)
    .join('\n')
}

/** Whether a text that people read shows signs of a wrong encoding. */
export function hasBrokenTexts(record: MeasureRecord): boolean {
  const { title, summary, description, conditions, application_window: window, amount, application } = record
  return areBroken([
    title,
    summary,
    description,
    window.note,
    amount?.note ?? null,
    ...conditions.map(({ text }) => text),
    ...(application?.steps ?? []),
    ...(application?.documents ?? []),
    application?.contact?.name ?? null,
    application?.note ?? null,
  ])
}

/** How the bytes 0x80 to 0xBF read in Latin-1 and in Windows-1252: what follows the first byte of a character of UTF-8. */
const continuation = '[\\u0080-\\u00BF€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]'

const signs: readonly RegExp[] = [
  // The replacement character, control characters (Latin-1 has some where Windows-1252 has quotes), halves of a pair.
  /\uFFFD|\p{Cs}|[^\P{Cc}\t\n\r]/u,
  // UTF-8 that was read as Latin-1 or Windows-1252: "Ã©", "â€™".
  new RegExp(`[ÂÃÄÅ]${continuation}|â[\\u0080\\u0082€‚]${continuation}`, 'u'),
  // The same read as a character set of DOS ("├®") or of the early Macintosh ("√©").
  /\p{L}[\u2500-\u259F]|[\u2500-\u259F]\p{L}|√[©®†°¢ß™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩ]/u,
  // Latin-1 that was read as Cyrillic or Greek: one word in two alphabets.
  /\p{Script=Latin}\p{Script=Cyrillic}|\p{Script=Cyrillic}\p{Script=Latin}|\p{Script=Latin}\p{Script=Greek}\p{Script=Latin}/u,
  // A letter that was replaced by a question mark ("d?veloppement"); "page?id=1" in an address is none.
  /\p{L}\?{1,2}\p{L}(?![\w-]*=)/u,
  // Markup that was not decoded: "&eacute;", "&#233;", "=C3=A9".
  /&(?:#\d{2,6}|#x[\da-f]{2,5}|[a-z]{2,8}\d{0,2});|(?:=[\dA-F]{2}){2}/iu,
]

/** Whether a text shows a sign of a wrong encoding. */
export function isBroken(text: string): boolean {
  return signs.some((sign) => sign.test(text))
}

/** Whether any language of any of the texts does. */
function areBroken(texts: readonly (LocalizedText | null)[]): boolean {
  return texts.some((text) => textsOf(text).some(isBroken))
}

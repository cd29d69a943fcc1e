/** Every sentence that the matcher can say, in the three languages: what it tells, and that it promises nothing. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { disclaimer } from '../../../contract/envelope.ts'
import { catalogueBehind } from '../../../contract/warnings.ts'
import type { RuleValue } from '../../../measures/record/record.ts'
import { notChecked, pastDeadlinesFirst } from '../../../measures/warnings.ts'
import { matchStatusLabels, operatorLabels, reviewReasonLabels } from '../../../values/labels.ts'
import { naceQuestions, questions, ruleFieldLabels } from '../../../values/questions.ts'
import type { Operator, RuleField } from '../../../values/vocabularies.ts'
import {
  amountBases,
  amountPeriods,
  costTypes,
  instrumentTypes,
  languages,
  matchStatuses,
  operatorsByType,
  reviewReasons,
  ruleFields,
} from '../../../values/vocabularies.ts'
import { requestBounds } from '../../request/request-bounds.ts'
import type { Figures, Range } from '../../verdict/indicative-amount.ts'
import { amountExplanation } from './amount-texts.ts'
import { type Grounds, reasonText } from './reasons.ts'
import { actualText, type Ending, endingText, groupText, requirementText } from './rule-texts.ts'
import { factWarning, unusedWarnings } from './warnings.ts'

/** Words that promise support, unless the same sentence says likely, possibly or that the authority decides. */
const promises =
  /eligible for|entitled to|you (?:will|are going to) (?:get|receive)|hebt? recht op|heeft recht op|komt in aanmerking|in aanmerking komt|krijgt u|u krijgt|(?:a|avez|ont) droit|éligibles? à|est éligible|vous (?:recevrez|obtiendrez)|bénéficiez/i
const hedges = /likely|possibl|authority|waarschijnlijk|mogelijk|overheid|probablement|peut-être|autorité/i

const fieldNames = Object.keys(ruleFields).filter((name): name is RuleField => name in ruleFields)
const today = '2026-11-20'
const endings = [
  'pass',
  'fail',
  'unknown',
  'undecided',
  'pass_none',
  'fail_none',
  'spared',
  'fail_by_turnover',
  'fail_by_side_activity',
] as const satisfies readonly Ending[]

const valuesOf: Record<RuleField, readonly string[] | readonly number[]> = {
  'company.region': ['flanders', 'brussels'],
  'company.province': ['liege', 'antwerp'],
  'company.municipality': ['44021', '21009'],
  'company.size': ['micro', 'small'],
  'company.legal_form': ['610', 'natural_person'],
  'company.employees': [10, 49],
  'company.turnover_eur': [700_000.5, 9_000_000],
  'company.balance_total_eur': [350_000, 4_500_000],
  'company.age_months': [12, 60],
  'project.budget_eur': [10_000, 250_000],
  'project.planned_start': ['2027-01-01', 'today'],
  'company.applicant_type': ['company', 'household'],
  'project.topics': ['training', 'water'],
  'project.cost_types': ['software', 'land'],
  'company.nace': ['62', '47110'],
  'company.joint_committees': ['124', '330.01'],
  'company.de_minimis_eur': [0, 300_000],
  'project.stages': ['feasibility', 'innovation'],
  'project.partners': ['enterprise', 'non_profit'],
  'hire.age': [25, 58],
  'hire.months_jobseeking': [0, 12],
  'hire.diploma': ['none', 'higher'],
  'hire.contract': ['permanent', 'internship'],
  'hire.region': ['wallonia', 'brussels'],
  'household.income_eur': [24_230.5, 61_190],
  'household.dependants': [0, 3],
  'building.year': [1987, 2005],
  'building.occupancy': ['tenant', 'co_owner'],
}

function valueFor(field: RuleField, operator: Operator): RuleValue {
  const [first] = valuesOf[field]
  assert.ok(first !== undefined)
  return ['is', 'at_least', 'at_most', 'before', 'after'].includes(operator) ? first : valuesOf[field]
}

function ruleSentences(): string[] {
  return languages.flatMap((language) =>
    fieldNames.flatMap((field) =>
      operatorsByType[ruleFields[field].type].flatMap((operator) => {
        const rule = { field, operator, value: valueFor(field, operator), version: null }
        const actual = actualText(field, valuesOf[field].map(String), language)
        const requirement = requirementText(rule, today, language)
        return endings.map((ending) => `${requirement} ${endingText(ending, actual, language)}`)
      }),
    ),
  )
}

const figures = (min: number | null, max: number | null, rateMin: number | null, rateMax: number | null): Figures => ({
  min,
  max,
  rateMin,
  rateMax,
})
const ranges: Range[] = [
  { min: null, max: null, candidates: [figures(null, null, null, 0.3)], reckoned: null },
  { min: 100, max: 900, candidates: [figures(100, 900, 0.1, 0.4)], reckoned: { on: 'budget', euros: 5_000 } },
  { min: null, max: 40, candidates: [figures(null, null, null, 0.4)], reckoned: { on: 'own_costs', euros: 100 } },
  { min: null, max: 40, candidates: [figures(null, null, null, 0.4)], reckoned: { on: 'part_of_budget', euros: 100 } },
  { min: null, max: null, candidates: [figures(1, 2, null, 0.4)], reckoned: { on: 'nothing', since: 'other_costs' } },
  { min: null, max: null, candidates: [figures(1, 2, null, 0.4)], reckoned: { on: 'nothing', since: 'other_topic' } },
  { min: 900, max: 900, candidates: [figures(900, 900, null, null)], reckoned: null },
  { min: 100, max: null, candidates: [figures(100, null, 0.1, null), figures(200, null, 0.5, 0.5)], reckoned: null },
  { min: null, max: 9, candidates: [figures(null, 9, null, null), figures(null, 8, null, null)], reckoned: null },
]

function amountSentences(): string[] {
  return languages.flatMap((language) =>
    instrumentTypes.flatMap((instrument) =>
      [...amountBases, null].flatMap((basis) =>
        [...amountPeriods, null].flatMap((per) =>
          ranges.map((range) =>
            amountExplanation(
              { range, basis, per, instrument, note: null, costTypes: costTypes.slice(0, 2) },
              language,
            ),
          ),
        ),
      ),
    ),
  )
}

function fixedSentences(): string[] {
  const labels = [questions, naceQuestions, ruleFieldLabels, operatorLabels, matchStatusLabels, reviewReasonLabels]
  const said = labels.flatMap((table) => Object.values(table)).flatMap((label) => Object.values<string>(label))
  const groups = languages.flatMap((language) =>
    (['any', 'all'] as const).flatMap((operator) => groupText(operator, 3, language)),
  )
  const warnings = languages.flatMap((language) => [
    factWarning('size_assumes_autonomous', language),
    factWarning('size_assumed', language),
    ...unusedWarnings(['fed:a#b'], language),
    ...unusedWarnings(['fed:a#b'], language, 2),
  ])
  const ofAnswers = [disclaimer, ...[catalogueBehind, notChecked, pastDeadlinesFirst].map(({ message }) => message)]
  return [
    ...said,
    ...groups,
    ...warnings.map(({ message }) => message),
    ...ofAnswers.flatMap((label) => Object.values<string>(label)),
    ...reasonSentences(),
  ]
}

function reasonSentences(): string[] {
  const failedLists: Grounds['failed'][] = [[], ['company.region'], [null, 'company.nace', 'hire.age', 'company.size']]
  return languages.flatMap((language) =>
    matchStatuses.flatMap((status) =>
      failedLists.flatMap((failed) =>
        [1, 4].flatMap((questionCount) =>
          [true, false].map((isAssessed) => {
            const reasons = status === 'needs_review' ? [...reviewReasons] : []
            return reasonText(
              { status, reviewReasons: reasons, questions: questionCount, failed, isAssessed },
              language,
            )
          }),
        ),
      ),
    ),
  )
}

test('a reason is one sentence that names what decides', () => {
  const of = (grounds: Partial<Grounds>) =>
    reasonText(
      { status: 'not_eligible', reviewReasons: [], questions: 0, failed: [], isAssessed: false, ...grounds },
      'en',
    )
  assert.equal(
    of({ failed: ['company.region', 'company.nace'] }),
    'Not met: region of the establishment, activities (NACE-BEL).',
  )
  assert.equal(of({}), 'An answer that was given does not meet a condition.')
  assert.match(
    of({ failed: ['company.region', 'company.nace', 'company.size', null] }),
    /^Not met: .*, .*, .* and others\.$/,
  )
  assert.equal(
    of({ status: 'possibly_eligible', questions: 1 }),
    'Nothing speaks against it; one question is still open.',
  )
  assert.equal(
    of({ status: 'needs_review', reviewReasons: ['no_rule', 'not_open'] }),
    'A person has to look at it: no rule looks at the applicant itself; not open now, as far as is known.',
  )
  assert.equal(
    of({ status: 'needs_review', reviewReasons: ['weak_fail'] }),
    'A person has to look at it: a less certain rule points to an obstacle.',
  )
  assert.match(of({ status: 'likely_eligible', isAssessed: true }), /the authority assesses applications and decides/)
  for (const sentence of reasonSentences()) assert.match(sentence, /^\p{Lu}[^.]*\.$/u)
})

test('a reason in French has a space before a colon and a semicolon', () => {
  const grounds = { status: 'needs_review', reviewReasons, questions: 0, failed: [], isAssessed: false } as const
  assert.doesNotMatch(reasonText(grounds, 'fr'), /\S[:;]/)
})

test('every answer that was not used is named, however many there are', () => {
  const names = Array.from({ length: requestBounds.answersMax }, (_, place) => `be:gone#c${place}`)
  for (const language of languages) {
    const [warning, ...others] = unusedWarnings(names, language)
    assert.equal(others.length, 0)
    assert.ok(warning?.message.endsWith(`: ${names.join(', ')}.`), language)
  }
})

test('answers that are not named are counted', () => {
  const counted = (more: number) => languages.map((language) => unusedWarnings(['al:a#b'], language, more)[0]?.message)
  for (const [more, ...texts] of [
    [1, 'en nog 1 andere.', 'et 1 autre.', 'and 1 more.'],
    [12, 'en nog 12 andere.', 'et 12 autres.', 'and 12 more.'],
  ] as const)
    for (const [place, message] of counted(more).entries())
      assert.ok(message?.endsWith(`al:a#b ${texts[place]}`), `${message}`)
})

test('no sentence promises support, in any language', () => {
  const all = [...ruleSentences(), ...amountSentences(), ...fixedSentences()]
  assert.ok(all.length > 2_000)
  for (const text of all) assert.ok(!promises.test(text) || hedges.test(text), text)
})

test('the check would find a promise', () => {
  for (const promise of [
    'You are eligible for this grant.',
    'U hebt recht op deze premie.',
    'De onderneming komt in aanmerking.',
    'Vous avez droit à cette prime.',
    'Votre entreprise est éligible.',
  ]) {
    assert.ok(promises.test(promise) && !hedges.test(promise), promise)
  }
})

test('every sentence is whole: nothing undefined, no empty part, a full stop at its end', () => {
  for (const text of [...ruleSentences(), ...amountSentences()]) {
    assert.doesNotMatch(text, /undefined|null|NaN|\[object|\(\)| {2}/, text)
    assert.match(text, /\.$/, text)
  }
})

const rows: [rule: [RuleField, Operator, RuleValue], nl: string, fr: string, en: string][] = [
  [
    ['company.size', 'in', ['micro', 'small']],
    'Grootte van de onderneming: een van Micro-onderneming, Kleine onderneming.',
    "Taille de l'entreprise : parmi Microentreprise, Petite entreprise.",
    'Size of the enterprise: one of Micro enterprise, Small enterprise.',
  ],
  [
    ['company.region', 'in', ['flanders']],
    'Gewest van de vestiging: Vlaanderen.',
    "Région de l'établissement : Flandre.",
    'Region of the establishment: Flanders.',
  ],
  [
    ['project.planned_start', 'at_least', '2027-03-01'],
    'Geplande start van het project: ten vroegste 1 maart 2027.',
    'Début prévu du projet : au plus tôt le 1 mars 2027.',
    'Planned start of the project: not before 1 March 2027.',
  ],
  [
    ['project.planned_start', 'after', 'today'],
    'Geplande start van het project: na vandaag (20 november 2026).',
    "Début prévu du projet : après aujourd'hui (20 novembre 2026).",
    'Planned start of the project: after today (20 November 2026).',
  ],
  [
    ['company.employees', 'between', [10, 49]],
    'Personeel in voltijdse equivalenten: tussen 10 en 49.',
    'Effectif en équivalents temps plein : entre 10 et 49.',
    'Staff in full-time equivalents: between 10 and 49.',
  ],
  [
    ['company.municipality', 'not_in', ['44021']],
    'Gemeente van de vestiging: geen van Gent.',
    "Commune de l'établissement : aucun de Gand.",
    'Municipality of the establishment: none of Gent.',
  ],
]
for (const [[field, operator, value], nl, fr, en] of rows) {
  test(`what ${field} ${operator} ${JSON.stringify(value)} says`, () => {
    const said = languages.map((language) =>
      requirementText({ field, operator, value, version: null }, today, language),
    )
    assert.deepEqual(
      said.map((text) => text.replace(/\u00a0|\u202f/g, ' ')),
      [nl, fr, en],
    )
  })
}

test('a long list is cut short and counted', () => {
  const value = Array.from({ length: 12 }, (_, index) => String(101 + index))
  const text = requirementText(
    { field: 'company.joint_committees', operator: 'covers', value, version: null },
    today,
    'en',
  )
  assert.match(text, /under one of 101, 102, .*108, 4 more\.$/)
})

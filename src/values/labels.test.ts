import assert from 'node:assert/strict'
import test from 'node:test'
import * as labels from './labels.ts'
import { type AskedProperty, naceQuestions, questionOfField, questions, ruleFieldLabels } from './questions.ts'
import * as vocabularies from './vocabularies.ts'

const named: [name: string, members: readonly string[], labels: Record<string, labels.Label>][] = [
  ['regions', vocabularies.regions, labels.regionLabels],
  ['provinces', vocabularies.provinces, labels.provinceLabels],
  ['company sizes', vocabularies.companySizes, labels.companySizeLabels],
  ['statuses', vocabularies.statuses, labels.statusLabels],
  ['instrument types', vocabularies.instrumentTypes, labels.instrumentTypeLabels],
  ['government levels', vocabularies.governmentLevels, labels.governmentLevelLabels],
  ['scopes', vocabularies.scopes, labels.scopeLabels],
  ['topics', vocabularies.topics, labels.topicLabels],
  ['applicant types', vocabularies.applicantTypes, labels.applicantTypeLabels],
  ['cost types', vocabularies.costTypes, labels.costTypeLabels],
  ['diplomas', vocabularies.diplomas, labels.diplomaLabels],
  ['contracts', vocabularies.contracts, labels.contractLabels],
  ['occupancies', vocabularies.occupancies, labels.occupancyLabels],
  ['stages', vocabularies.stages, labels.stageLabels],
  ['partners', vocabularies.partners, labels.partnerLabels],
  ['licence modes', vocabularies.licenceModes, labels.licenceModeLabels],
  ['amount bases', vocabularies.amountBases, labels.amountBasisLabels],
  ['amount periods', vocabularies.amountPeriods, labels.amountPeriodLabels],
  ['state aid regimes', vocabularies.stateAidRegimes, labels.stateAidRegimeLabels],
  ['payments', vocabularies.payments, labels.paymentLabels],
  ['condition kinds', vocabularies.conditionKinds, labels.conditionKindLabels],
  ['review reasons', vocabularies.reviewReasons, labels.reviewReasonLabels],
  ['match statuses', vocabularies.matchStatuses, labels.matchStatusLabels],
  ['operators', vocabularies.operators, labels.operatorLabels],
  ['event types', vocabularies.eventTypes, labels.eventTypeLabels],
  ['sorts', vocabularies.sorts, labels.sortLabels],
  ['views', vocabularies.views, labels.viewLabels],
  ['languages', vocabularies.textLanguages, labels.languageLabels],
  ['rule fields', Object.keys(vocabularies.ruleFields), ruleFieldLabels],
]

test('every vocabulary is labelled', () => {
  const ofVocabularies = Object.keys(labels).filter((name) => name.endsWith('Labels'))
  assert.equal(named.length, ofVocabularies.length + 1) // and the rule fields, labelled with the questions
})

for (const [name, members, ofMembers] of named) {
  const file = name === 'rule fields' ? 'src/values/questions.ts' : 'src/values/labels.ts'
  test(`${name}: every member has a label of its own in nl, fr and en, in the vocabulary's order`, () => {
    const missing = vocabularies.languages.flatMap((language) =>
      members
        .filter((member) => (ofMembers[member]?.[language] ?? '').trim() === '')
        .map((member) => `${file}: write the ${language} label of ${member} (${name})`),
    )
    assert.deepEqual(missing, [])
    assert.deepEqual(Object.keys(ofMembers), [...members], `${file}: put the labels in the order of the vocabulary`)
    for (const language of vocabularies.languages) {
      const texts = members.map((member) => ofMembers[member]?.[language] ?? '')
      for (const text of texts) assert.equal(text.trim(), text, `${file}: "${text}" begins or ends with a space`)
      const twice = texts.filter((text, index) => texts.indexOf(text) !== index)
      assert.deepEqual(twice, [], `${file}: two members have one ${language} label`)
    }
  })
}

const asked = Object.entries({
  ...questions,
  'company.nace 2008': naceQuestions[2008],
  'company.nace 2025': naceQuestions[2025],
})

test('no label and no question promises anything', () => {
  const promises =
    /entitled|eligible for|you (will|can) (get|receive)|recht op (?!herverdeling)|u (krijgt|ontvangt)|avez droit|recevrez|bénéficierez/i
  const texts = [
    ...named.flatMap(([, , ofMembers]) => Object.values(ofMembers)),
    ...asked.map(([, question]) => question),
  ]
  for (const text of texts) for (const language of vocabularies.languages) assert.doesNotMatch(text[language], promises)
  assert.match(labels.matchStatusLabels.likely_eligible.en, /^Likely/)
  assert.match(labels.matchStatusLabels.not_eligible.en, /does not appear/i)
})

const leads: [field: vocabularies.RuleField, property: AskedProperty][] = [
  ['company.region', 'company.postcode'],
  ['company.province', 'company.postcode'],
  ['company.municipality', 'company.postcode'],
  ['company.size', 'company.employees'],
  ['company.legal_form', 'company.legal_form'],
  ['company.employees', 'company.employees'],
  ['company.turnover_eur', 'company.turnover_eur'],
  ['company.balance_total_eur', 'company.balance_total_eur'],
  ['company.age_months', 'company.founded_on'],
  ['company.de_minimis_eur', 'company.de_minimis_eur'],
  ['project.budget_eur', 'project.budget_eur'],
  ['project.planned_start', 'project.planned_start'],
  ['company.applicant_type', 'company.applicant_types'],
  ['project.topics', 'project.topics'],
  ['project.cost_types', 'project.cost_types'],
  ['project.stages', 'project.stages'],
  ['project.partners', 'project.partners'],
  ['company.nace', 'company.nace'],
  ['company.joint_committees', 'company.joint_committees'],
  ['hire.age', 'hire.age'],
  ['hire.months_jobseeking', 'hire.months_jobseeking'],
  ['hire.diploma', 'hire.diploma'],
  ['hire.contract', 'hire.contract'],
  ['hire.region', 'hire.postcode'],
  ['household.income_eur', 'household.income_eur'],
  ['household.dependants', 'household.dependants'],
  ['building.year', 'building.year'],
  ['building.occupancy', 'building.occupancy'],
]
test('every rule field leads to a question, and so does the municipality', () => {
  assert.deepEqual(
    leads.map(([field]) => field),
    Object.keys(vocabularies.ruleFields),
  )
  for (const [field, property] of leads) assert.equal(questionOfField(field), questions[property], field)
  assert.deepEqual(Object.keys(questions).toSorted(), [
    'building.occupancy',
    'building.year',
    'company.applicant_types',
    'company.balance_total_eur',
    'company.de_minimis_eur',
    'company.employees',
    'company.founded_on',
    'company.joint_committees',
    'company.legal_form',
    'company.municipality',
    'company.nace',
    'company.postcode',
    'company.turnover_eur',
    'hire.age',
    'hire.contract',
    'hire.diploma',
    'hire.months_jobseeking',
    'hire.postcode',
    'household.dependants',
    'household.income_eur',
    'project.budget_eur',
    'project.cost_types',
    'project.partners',
    'project.planned_start',
    'project.stages',
    'project.topics',
  ])
})

test('a question asks, in the formal register, and says its unit', () => {
  for (const [property, question] of asked) {
    for (const language of vocabularies.languages) assert.match(question[language], /\?/, property)
    assert.doesNotMatch(question.nl, /\b(je|jij|jouw|jullie)\b/i, property)
    assert.doesNotMatch(question.fr, /\b(tu|ton|ta|tes)\b/i, property)
    if (property.endsWith('_eur')) assert.match(`${question.nl} ${question.fr} ${question.en}`, /euro.*euros.*euros/)
  }
  assert.match(questions['company.employees'].en, /full-time equivalents/)
  assert.match(naceQuestions[2008].en, /2008/)
  assert.match(naceQuestions[2025].fr, /2025/)
})

/** Every closed vocabulary with its labels, as `GET /v1/taxonomy` answers it (contract 12). */
import { points } from '../reference/points.ts'
import type { Label } from '../values/labels.ts'
import {
  amountBasisLabels,
  applicantTypeLabels,
  companySizeLabels,
  conditionKindLabels,
  contractLabels,
  costTypeLabels,
  diplomaLabels,
  eventTypeLabels,
  governmentLevelLabels,
  instrumentTypeLabels,
  languageLabels,
  licenceModeLabels,
  matchStatusLabels,
  occupancyLabels,
  operatorLabels,
  partnerLabels,
  paymentLabels,
  provinceLabels,
  regionLabels,
  reviewReasonLabels,
  scopeLabels,
  sortLabels,
  stageLabels,
  stateAidRegimeLabels,
  statusLabels,
  topicLabels,
  viewLabels,
} from '../values/labels.ts'
import { questionOfField, ruleFieldLabels } from '../values/questions.ts'
import { relatedTopics } from '../values/related-topics.ts'
import {
  amountBases,
  applicantTypes,
  companySizes,
  conditionKinds,
  contracts,
  costTypes,
  diplomas,
  eventTypes,
  governmentLevels,
  instrumentTypes,
  languages,
  licenceModes,
  matchStatuses,
  occupancies,
  operators,
  operatorsByType,
  partners,
  payments,
  provinces,
  type RuleField,
  regions,
  reviewReasons,
  ruleFields,
  scopes,
  sorts,
  stages,
  stateAidRegimes,
  statuses,
  topics,
  views,
} from '../values/vocabularies.ts'

export type Term = { id: string; label: Label }

function terms<const Id extends string>(vocabulary: readonly Id[], labels: Readonly<Record<Id, Label>>): Term[] {
  return vocabulary.map((id) => termOf(id, labels))
}

function termOf<const Id extends string>(id: Id, labels: Readonly<Record<Id, Label>>): Term {
  return { id, label: served(labels[id]) }
}

/** A text in the languages that a caller may ask for, and no others. */
function served({ nl, fr, en }: Label): Label {
  return { nl, fr, en }
}

const pointTerms = points()
  .filter(({ retired }) => !retired)
  .map(({ id, fact, question, gates }) => ({ id, label: served(fact), question: served(question), gates: [...gates] }))

const ruleFieldTerms = (Object.keys(ruleFields) as RuleField[]).map((id) => {
  const { type, asks } = ruleFields[id]
  return {
    ...termOf(id, ruleFieldLabels),
    type,
    operators: [...operatorsByType[type]],
    asks,
    question: served(questionOfField(id)),
  }
})

/** In the order of the contract. */
export const taxonomy = {
  regions: terms(regions, regionLabels),
  provinces: terms(provinces, provinceLabels),
  company_sizes: terms(companySizes, companySizeLabels),
  statuses: terms(statuses, statusLabels),
  instrument_types: terms(instrumentTypes, instrumentTypeLabels),
  government_levels: terms(governmentLevels, governmentLevelLabels),
  scopes: terms(scopes, scopeLabels),
  topics: topics.map((topic) => ({ ...termOf(topic, topicLabels), related: relatedTopics(topic) })),
  applicant_types: terms(applicantTypes, applicantTypeLabels),
  cost_types: terms(costTypes, costTypeLabels),
  licence_modes: terms(licenceModes, licenceModeLabels),
  amount_bases: terms(amountBases, amountBasisLabels),
  state_aid_regimes: terms(stateAidRegimes, stateAidRegimeLabels),
  condition_kinds: terms(conditionKinds, conditionKindLabels),
  review_reasons: terms(reviewReasons, reviewReasonLabels),
  rule_fields: ruleFieldTerms,
  operators: terms(operators, operatorLabels),
  event_types: terms(eventTypes, eventTypeLabels),
  match_statuses: terms(matchStatuses, matchStatusLabels),
  sorts: terms(sorts, sortLabels),
  views: terms(views, viewLabels),
  languages: terms(languages, languageLabels),
  diplomas: terms(diplomas, diplomaLabels),
  contracts: terms(contracts, contractLabels),
  occupancies: terms(occupancies, occupancyLabels),
  stages: terms(stages, stageLabels),
  partners: terms(partners, partnerLabels),
  payments: terms(payments, paymentLabels),
  points: pointTerms,
}

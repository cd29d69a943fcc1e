/** Every closed vocabulary with its labels, as `GET /v1/taxonomy` answers it (contract 12). */
import type { Label } from '../values/labels.ts'
import {
  amountBasisLabels,
  applicantTypeLabels,
  companySizeLabels,
  conditionKindLabels,
  costTypeLabels,
  eventTypeLabels,
  governmentLevelLabels,
  instrumentTypeLabels,
  languageLabels,
  licenceModeLabels,
  matchStatusLabels,
  operatorLabels,
  provinceLabels,
  regionLabels,
  reviewReasonLabels,
  scopeLabels,
  sortLabels,
  stateAidRegimeLabels,
  statusLabels,
  topicLabels,
  viewLabels,
} from '../values/labels.ts'
import { questionOfField, ruleFieldLabels } from '../values/questions.ts'
import {
  amountBases,
  applicantTypes,
  companySizes,
  conditionKinds,
  costTypes,
  eventTypes,
  governmentLevels,
  instrumentTypes,
  languages,
  licenceModes,
  matchStatuses,
  operators,
  operatorsByType,
  provinces,
  type RuleField,
  regions,
  reviewReasons,
  ruleFields,
  scopes,
  sorts,
  stateAidRegimes,
  statuses,
  topics,
  views,
} from '../values/vocabularies.ts'

export type Term = { id: string; label: Label }

function terms<const Id extends string>(vocabulary: readonly Id[], labels: Readonly<Record<Id, Label>>): Term[] {
  return vocabulary.map((id) => ({ id, label: { nl: labels[id].nl, fr: labels[id].fr, en: labels[id].en } }))
}

const ruleFieldTerms = (Object.keys(ruleFields) as RuleField[]).map((id) => {
  const { type, asks } = ruleFields[id]
  const question = questionOfField(id)
  return {
    ...terms([id], ruleFieldLabels)[0],
    type,
    operators: [...operatorsByType[type]],
    asks,
    question: { nl: question.nl, fr: question.fr, en: question.en },
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
  topics: terms(topics, topicLabels),
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
}

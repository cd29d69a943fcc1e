/**
 * Every vocabulary of the document, once: the name of its component and what its values are. The names are part of the
 * contract, since generated clients have types of them.
 */

import { activityVersions } from '../../companies/activity-codes.ts'
import { companyKinds } from '../../companies/registered-company.ts'
import type { NamedVocabulary } from '../../contract/openapi/openapi-vocabularies.ts'
import { understoodKinds } from '../../contract/schemas.ts'
import { sizeBases } from '../../matching/request/size.ts'
import { wordModes } from '../../measures/finding/query.ts'
import { askedProperties } from '../../values/questions.ts'
import {
  amountBases,
  amountPeriods,
  applicantTypes,
  checkedBy,
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
  planIds,
  provinces,
  recurrences,
  regions,
  reviewReasons,
  ruleFields,
  runStatuses,
  scopes,
  severities,
  sorts,
  sourceFreshness,
  stages,
  stateAidRegimes,
  statuses,
  subsidyEventTypes,
  textLanguages,
  topics,
  views,
  windowPrecisions,
} from '../../values/vocabularies.ts'
import { deliveryStatuses } from '../../webhooks/deliveries/delivery.ts'

type Members = NamedVocabulary['members']

/** A vocabulary of the taxonomy, which the contract closes. `list`: where the taxonomy has its labels. */
function closed(name: string, members: Members, list: string, says: string): NamedVocabulary {
  return { name, members, description: `${says} Closed; \`${list}\` of the taxonomy has the labels.` }
}

function open(name: string, members: Members, says: string): NamedVocabulary {
  return { name, members, description: `${says} New values may come: take one that you do not know as it is.` }
}

function openEvents(name: string, members: Members, says: string): NamedVocabulary {
  return { name, members, description: `${says} New types may come: ignore those that you do not know.` }
}

const typesOf = (family: string): Members => eventTypes.filter((type) => type.startsWith(`${family}.`))

export const namedVocabularies: readonly NamedVocabulary[] = [
  closed('Region', regions, 'regions', 'The three regions of Belgium.'),
  closed('Province', provinces, 'provinces', 'The ten provinces of Belgium; Brussels lies in none.'),
  closed('CompanySize', companySizes, 'company_sizes', 'Size of an enterprise by Recommendation 2003/361/EC.'),
  closed(
    'SubsidyStatus',
    statuses,
    'statuses',
    'Whether a measure can be applied for: now in `open` and `continuous`, later in `forthcoming`; `unknown`: it is not known, which is not the same as closed.',
  ),
  closed('InstrumentType', instrumentTypes, 'instrument_types', 'What the applicant receives.'),
  closed('GovernmentLevel', governmentLevels, 'government_levels', 'Level of a government.'),
  closed('Scope', scopes, 'scopes', 'How far a measure reaches.'),
  closed('Topic', topics, 'topics', 'What a measure or a project is about.'),
  closed('ApplicantType', applicantTypes, 'applicant_types', 'Who applies.'),
  closed('CostType', costTypes, 'cost_types', 'Kind of cost that is supported.'),
  closed('LicenceMode', licenceModes, 'licence_modes', 'How much of a text may be shown.'),
  closed('AmountBasis', amountBases, 'amount_bases', 'What a rate is a fraction of.'),
  closed(
    'StateAidRegime',
    stateAidRegimes,
    'state_aid_regimes',
    'Rules of the EU on state aid that a measure is under.',
  ),
  closed('ConditionKind', conditionKinds, 'condition_kinds', 'What kind of condition it is.'),
  closed('ReviewReason', reviewReasons, 'review_reasons', 'Why a person must look at a match.'),
  closed('MatchStatus', matchStatuses, 'match_statuses', 'What a match says; the authority decides.'),
  closed('RuleField', Object.keys(ruleFields), 'rule_fields', 'Fact that a rule tests.'),
  closed('RuleOperator', operators, 'operators', 'How a rule tests it.'),
  closed('SubsidySort', sorts, 'sorts', 'Order of a list of measures.'),
  closed('View', views, 'views', 'How much a row says.'),
  closed('Language', languages, 'languages', 'Language that can be asked for.'),
  closed('Diploma', diplomas, 'diplomas', 'Highest diploma of the person to be hired.'),
  closed('HireContract', contracts, 'contracts', 'Contract under which a person is to be hired.'),
  closed('BuildingOccupancy', occupancies, 'occupancies', 'What the applicant is to the building.'),
  closed('ProjectStage', stages, 'stages', 'How far a project of research or innovation is from the market.'),
  closed('ProjectPartner', partners, 'partners', 'With whom a project is carried out.'),
  closed('Payment', payments, 'payments', 'When support is paid.'),
  openEvents('EventType', eventTypes, 'Type of an event; `event_types` of the taxonomy has the labels.'),
  openEvents('SubsidyEventType', subsidyEventTypes, 'Type of an event of a measure, the most significant first.'),
  openEvents('SourceEventType', typesOf('source'), 'Type of an event of a source.'),
  openEvents('MatchEventType', typesOf('match'), 'Type of an event of a watched company.'),
  open('TextLanguage', textLanguages, 'Language in which a text may exist.'),
  open('AmountPeriod', amountPeriods, 'For how long an amount is.'),
  open('WindowPrecision', windowPrecisions, 'How exactly a source states its dates.'),
  open('PageOwner', checkedBy, 'Whose page a record was read on.'),
  open('Recurrence', recurrences, 'Whether a measure comes back.'),
  open('MatchedRuleOperator', [...operators, 'any', 'all'], 'As `RuleOperator`; `any` and `all` of groups.'),
  open('RuleOutcome', ['pass', 'fail', 'unknown'], 'What a rule says of the facts; `unknown`: one is missing.'),
  open('RuleFieldType', Object.keys(operatorsByType), 'Shape of a fact.'),
  open('MatchProperty', askedProperties, 'Property of a match request.'),
  open('PlaceOrigin', ['company', 'project'], 'Whose postcode decides the place.'),
  open('CompanyKind', companyKinds, 'Kind of person that an enterprise is.'),
  open('ActivityVersion', activityVersions, 'Version of NACE-BEL in which the register gives a code.'),
  open('SizeBasis', sizeBases, 'Figures that a size was derived from.'),
  open('NaceVersion', [2008, 2025], 'Version of NACE-BEL.'),
  open('ProvenanceMethod', ['structured', 'curated', 'derived'], 'How a rule came about.'),
  open('SearchWords', wordModes, 'Which words of `q` a measure must have.'),
  open(
    'UnderstoodKind',
    understoodKinds,
    'What words were taken for; `word`: searched as a word; `ignored`: it says nothing, or a filter says it already.',
  ),
  open('Severity', severities, 'How much a change matters.'),
  open('SourceFreshness', sourceFreshness, 'How fresh what is known of a source is.'),
  open('RunStatus', runStatuses, 'What became of a run.'),
  open('PlanId', planIds, 'A plan.'),
  open('DeliveryStatus', deliveryStatuses, 'What became of a delivery.'),
  open('HealthStatus', ['ok', 'degraded'], 'How the service is.'),
  open('DatabaseStatus', ['ok', 'unavailable'], 'How its store is.'),
  open('SignInMethod', ['google', 'password'], 'Way to sign in to the dashboard.'),
]

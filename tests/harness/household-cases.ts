/**
 * The household cases of `rulespec-be` (`../shared/data`, where it is there): facts of a household, and what a reading of the
 * law by others makes of them. An adapter says them as a match request, and names the record that is the same scheme. They
 * are a second opinion, never the truth: what they and a record disagree on is settled from the law.
 */
import path from 'node:path'
import Type from 'typebox'
import type { FactsInput } from '../../src/matching/request/request-schema.ts'
import { savedDataFolder } from './saved-data.ts'
import { readYamlFolder } from './yaml-files.ts'

export const householdCasesFolder = 'rulespec-be'

const values = Type.Record(Type.String(), Type.Unknown())
const fileSchema = Type.Array(Type.Object({ name: Type.String(), input: Type.Optional(values), output: values }))

/** `measure` is null where the case decides on none of our records: other schemes, or amounts alone. */
export type HouseholdCase = {
  name: string
  file: string
  measure: string | null
  says: 'in' | 'out' | null
  request: FactsInput
}

/** The facts of a case by name, without what the names of a scheme begin with; undefined: the case does not tell. */
type Told = { is: (name: string) => boolean | undefined; number: (name: string) => number | undefined }

type Scheme = {
  measure: string
  /** What the names of its facts begin with. */
  prefixes: readonly string[]
  /** Results that decide the whole: the first one that a case has says in, or out where it is 0. */
  decides: readonly string[]
  /** Results on one necessary condition: 0 says out, anything else says nothing. */
  needs: readonly string[]
  request: (told: Told) => Omit<FactsInput, 'company'> & { postcode: string | undefined }
}

/** True where all are, false where one is not; undefined where that depends on what is not told. */
function all(...facts: (boolean | undefined)[]): boolean | undefined {
  if (facts.includes(false)) return false
  return facts.includes(undefined) ? undefined : true
}

const not = (fact: boolean | undefined): boolean | undefined => (fact === undefined ? undefined : !fact)

const within = (fact: boolean | undefined, inside: string, outside: string): string | undefined =>
  fact === undefined ? undefined : fact ? inside : outside

const atLeast = (number: number | undefined, least: number): boolean | undefined =>
  number === undefined ? undefined : number >= least

const privateOwner = ({ is }: Told): boolean | undefined =>
  all(
    not(is('dwelling_managed_by_public_social_housing_or_social_rental_agency')),
    not(is('dwelling_owned_by_close_relative')),
    not(is('dwelling_has_socialized_public_housing_rent')),
  )

/** A child is of the age: under 18, or under 25 with one of the reasons for which the benefit goes on. */
function ofBenefitAge(age: number | undefined, ...reasons: (boolean | undefined)[]): boolean | undefined {
  if (age === undefined) return undefined
  return age < 18 || (age < 25 && reasons.includes(true))
}

const schemes: readonly Scheme[] = [
  {
    measure: 'be:region-rent-allowance',
    prefixes: ['brussels_housing_rent_allowance_', 'brussels_housing_'],
    decides: ['brussels_housing_rent_allowance_eligibility', 'brussels_housing_rent_allowance_monthly_amount'],
    needs: ['brussels_housing_rent_allowance_applicant_conditions_met'],
    request: (told) => ({
      postcode: within(told.is('rented_dwelling_in_brussels') ?? true, '1030', '9000'),
      // the limits themselves are not told: an income below the lowest of them
      household: {
        ...(told.is('household_income_at_or_below_applicable_threshold') === true ? { income_eur: 12_000 } : {}),
        ...counted(told.number('child_count')),
      },
      building: { occupancy: 'tenant' },
      answers: answers('be:region-rent-allowance', {
        candidate_for_social_dwelling: atLeast(told.number('priority_title_count'), 1),
        '#titles': atLeast(told.number('priority_title_count'), told.is('single_parent_applicant') ? 2 : 6),
        owns_other_dwelling: told.is('household_has_disqualifying_property_right'),
        '#landlord': all(
          told.is('registered_and_domiciled_at_rented_dwelling'),
          told.is('principal_residence_lease'),
          privateOwner(told),
        ),
      }),
    }),
  },
  {
    measure: 'be:region-relocation-allowance',
    prefixes: ['brussels_housing_relocation_', 'brussels_housing_'],
    decides: ['brussels_housing_relocation_eligibility', 'brussels_housing_relocation_one_time_moving_grant_amount'],
    needs: ['brussels_housing_relocation_applicant_conditions_met'],
    request: (told) => ({
      postcode: within(told.is('rented_dwelling_in_brussels') ?? true, '1030', '9000'),
      building: { occupancy: 'tenant' },
      household: counted(told.number('child_count')),
      answers: answers('be:region-relocation-allowance', {
        adult: atLeast(told.number('applicant_age_years'), 18),
        candidate_for_social_dwelling: told.is('registered_social_housing_candidate'),
        leaves_unfit_dwelling: [
          told.is('had_cpas_installation_premium_or_homeless_assistance'),
          told.is('had_domestic_violence_or_youth_service_pathway'),
          told.is('left_banned_or_uninhabitable_brussels_dwelling'),
        ].includes(true),
        '#income': told.is('household_income_at_or_below_increased_intervention_base_threshold'),
        '#earlier': not(told.is('prior_period_exhausted')),
        '#new-home': all(
          told.is('registered_and_domiciled_at_new_dwelling'),
          not(atLeast(told.number('months_since_new_housing_start'), 7)),
          [told.is('principal_residence_lease'), told.is('transit_housing_occupancy_agreement')].includes(true),
          privateOwner(told),
        ),
      }),
    }),
  },
  {
    measure: 'be:iriscare-care-allowance-elderly',
    prefixes: ['brussels_apa_'],
    decides: ['brussels_apa_eligibility', 'brussels_apa_annual_amount'],
    needs: [
      'brussels_apa_scope_condition_met',
      'brussels_apa_age_condition_met',
      'brussels_apa_autonomy_condition_met',
    ],
    request: (told) => ({
      postcode: within(told.is('domiciled_in_bilingual_brussels_region'), '1030', '9000'),
      answers: answers('be:iriscare-care-allowance-elderly', {
        applicant_aged_65: atLeast(told.number('age_years'), 65),
        '#assessment': atLeast(told.number('autonomy_points'), 7),
        '#income': atLeast(told.number('income_condition_met'), 1),
        '#other-allowance': all(
          not(told.is('receives_federal_income_replacement_or_integration_allowance')),
          not(told.is('receives_similar_elderly_care_allowance')),
        ),
      }),
    }),
  },
  {
    measure: 'be:iriscare-allocations-familiales',
    prefixes: ['brussels_family_benefits_'],
    decides: ['brussels_family_benefits_child_entitlement'],
    needs: ['brussels_family_benefits_article_25_age_or_status_condition_met'],
    request: (told) => ({
      postcode: within(told.is('child_domiciled_in_brussels_capital_region'), '1030', '9000'),
      household: counted(told.number('social_supplement_beneficiary_child_count') ?? 1),
      answers: answers('be:iriscare-allocations-familiales', {
        has_or_expects_child: true,
        child_of_benefit_age: ofBenefitAge(
          told.number('child_age_years'),
          told.is('child_is_apprentice'),
          told.is('child_in_qualifying_education_training_or_stage'),
          told.is('child_registered_jobseeker_after_studies_or_apprenticeship'),
        ),
        '#stay': all(
          [told.is('child_has_belgian_nationality'), told.is('child_has_foreign_residence_title')].includes(true),
          not(told.is('child_has_foreign_study_training_volunteer_or_au_pair_stay_authorization')),
        ),
      }),
    }),
  },
  {
    measure: 'be:opgroeien-groeipakket',
    prefixes: ['flanders_family_benefits_'],
    decides: ['flanders_family_benefits_child_entitlement'],
    needs: [
      'flanders_family_benefits_residence_and_status_condition_met',
      'flanders_family_benefits_age_or_status_condition_met',
    ],
    request: (told) => ({
      postcode: within(told.is('child_domiciled_in_dutch_language_region'), '9000', '5000'),
      household: counted(told.number('qualifying_children_in_family_count') ?? 1),
      answers: answers('be:opgroeien-groeipakket', {
        has_or_expects_child: true,
        child_of_benefit_age: ofBenefitAge(
          told.number('child_age_years'),
          told.is('child_is_pupil_student_intern_or_school_leaver'),
          told.is('child_has_specific_support_need') === true && (told.number('child_age_years') ?? 21) < 21,
        ),
        '#stay': all(
          [told.is('child_has_belgian_nationality_proof'), told.is('child_has_authorized_residence')].includes(true),
          not(told.is('child_has_excluded_study_training_volunteer_or_au_pair_residence_right')),
        ),
        '#abroad':
          told.is('outside_belgium_government_exemption_applies') ||
          not(told.is('child_raised_or_studies_outside_belgium')),
      }),
    }),
  },
  {
    measure: 'be:aviq-allocations-familiales',
    prefixes: ['wallonia_family_benefits_'],
    decides: ['wallonia_family_benefits_child_entitlement'],
    needs: [
      'wallonia_family_benefits_article_4_residence_and_status_condition_met',
      'wallonia_family_benefits_article_5_age_or_status_condition_met',
    ],
    request: (told) => ({
      postcode: within(
        told.is('child_legal_domicile_in_french_language_region') ||
          told.is('child_without_legal_domicile_effectively_resides_in_french_language_region'),
        '5000',
        '9000',
      ),
      household: counted(told.number('qualifying_children_in_household_count') ?? 1),
      answers: answers('be:aviq-allocations-familiales', {
        has_or_expects_child: true,
        child_of_benefit_age: ofBenefitAge(
          told.number('child_age_years'),
          told.is('child_is_apprentice'),
          told.is('child_in_qualifying_courses_or_stage'),
          told.is('no_government_obstacle_applies'),
        ),
        '#stay': all(
          [told.is('child_has_belgian_nationality'), told.is('child_has_residence_title')].includes(true),
          not(told.is('child_is_third_country_student_authorized_to_stay_for_studies')),
        ),
      }),
    }),
  },
  {
    measure: 'be:dg-kindergeld',
    prefixes: ['german_speaking_community_family_benefits_'],
    decides: ['german_speaking_community_family_benefits_statutory_base_entitlement'],
    needs: ['german_speaking_community_family_benefits_article_6_residence_condition_met'],
    request: (told) => ({
      postcode: within(told.is('child_domiciled_in_german_language_region'), '4700', '4000'),
      household: counted(told.number('same_recipient_entitled_child_count') ?? 1),
      answers: answers('be:dg-kindergeld', {
        has_or_expects_child: true,
        child_of_benefit_age: ofBenefitAge(told.number('child_age_years'), told.is('child_in_training')),
        '#stay':
          not(told.is('child_has_foreign_nationality')) ||
          told.is('foreign_stay_or_settlement_authorized_more_than_three_months'),
        '#work': not(told.is('employment_suspends_training_or_extension_entitlement')),
      }),
    }),
  },
  {
    measure: 'be:fisc-be-home',
    prefixes: ['brussels_be_home_'],
    decides: ['brussels_be_home_eligible', 'brussels_be_home_premium_amount'],
    needs: [],
    request: (told) => ({
      postcode: within(told.is('dwelling_in_brussels_capital_region'), '1030', '9000'),
      building: { occupancy: told.is('household_has_member_with_real_right') ? 'owner_occupier' : 'tenant' },
      answers: answers('be:fisc-be-home', {
        main_home_on_1_january: all(told.is('household_domiciled_in_dwelling'), told.is('situation_is_january_1')),
      }),
    }),
  },
  {
    measure: 'be:wewis-jobbonus',
    prefixes: ['flanders_jobbonus_'],
    decides: ['flanders_jobbonus_annual_amount'],
    needs: [],
    request: (told) => ({
      postcode: within(told.is('is_domiciled_in_flanders_on_january_1_after_reference_year'), '9000', '5000'),
      answers: answers('be:wewis-jobbonus', {
        applicant_is_employee: told.is('is_beneficiary_class'),
        '#wage': not(atLeast(told.number('average_monthly_gross_wage_at_full_time'), 3115)),
        '#pension-age': told.is('is_below_retirement_age_in_worked_quarter'),
        // 650 euros for a whole year at the wages of the cases in which the time worked matters
        '#least': atLeast((told.number('work_fraction') ?? 1) * 650, told.is('is_full_time_worker') ? 50 : 10),
      }),
    }),
  },
  {
    measure: 'be:opgroeien-groeipakket-schooltoeslag',
    prefixes: ['flanders_school_allowance_'],
    decides: ['flanders_school_allowance_amount'],
    needs: [],
    request: (told) => ({
      postcode: '9000',
      answers: answers('be:opgroeien-groeipakket-schooltoeslag', {
        has_child_at_charge: true,
        '#income': belowCeiling(told.number('reference_income'), told.number('supplied_maximum_income')),
      }),
    }),
  },
  {
    measure: 'be:ahovoks-studietoelage',
    prefixes: ['study_grant_'],
    decides: ['study_grant_allowance'],
    needs: [],
    request: (told) => ({
      postcode: '9000',
      answers: answers('be:ahovoks-studietoelage', {
        income_below_study_grant_ceiling: belowCeiling(
          told.number('reference_income'),
          told.number('supplied_max_income_threshold'),
        ),
      }),
    }),
  },
  {
    measure: 'be:fwb-allocations-etudes',
    prefixes: ['study_allowance_'],
    decides: ['study_allowance_allocation_amount'],
    needs: [],
    request: (told) => {
      const income = told.number('reference_income')
      const reachesFloor = atLeast(income, told.number('plancher') ?? 0)
      return {
        postcode: '5000',
        answers: answers('be:fwb-allocations-etudes', {
          someone_studies: true,
          // the floor lies below the ceiling, which not every case tells
          income_below_study_grant_ceiling: reachesFloor ? belowCeiling(income, told.number('income_ceiling')) : true,
          // below the floor a review decides, of which the cases do not tell
          '#income-floor': reachesFloor || undefined,
        }),
      }
    },
  },
]

const belowCeiling = (income: number | undefined, ceiling: number | undefined): boolean | undefined =>
  income === undefined || ceiling === undefined ? undefined : income < ceiling

const counted = (dependants: number | undefined): { dependants?: number } =>
  dependants === undefined ? {} : { dependants }

/** Answers that are known; a name that begins with `#` is a condition of the measure's own. */
function answers(measure: string, given: Record<string, boolean | undefined>): Record<string, boolean> {
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, answer]) =>
      answer === undefined ? [] : [[name.startsWith('#') ? `${measure}${name}` : name, answer] as const],
    ),
  )
}

/** What stands after the module in the names of the cases, `input.` left out. */
const plainNames = (named: Record<string, unknown>): Map<string, unknown> =>
  new Map(Object.entries(named).map(([name, value]) => [name.replace(/^.*#(input\.)?/, ''), value]))

const nothing = (result: unknown): boolean => result === 0 || result === 'not_holds'

function saysOf({ decides, needs }: Scheme, results: Map<string, unknown>): HouseholdCase['says'] {
  const decisive = decides.find((name) => results.has(name))
  if (decisive !== undefined) return nothing(results.get(decisive)) ? 'out' : 'in'
  return needs.some((name) => nothing(results.get(name))) ? 'out' : null
}

/** All cases, in the order of their files. Throws where a file is not as it was. */
export function householdCases(): HouseholdCase[] {
  const folder = path.join(savedDataFolder, householdCasesFolder)
  return readYamlFolder(folder, fileSchema).flatMap(({ file, content }) =>
    content.map(({ name, input = {}, output }) => {
      const results = plainNames(output)
      const scheme = schemes.find((one) => saysOf(one, results) !== null)
      if (scheme === undefined) return { name, file, measure: null, says: null, request: {} }
      // what a case reckons on the way (a ceiling by the number of persons) is told too
      const facts = new Map([...results, ...plainNames(input)])
      const factOf = (fact: string) =>
        scheme.prefixes.map((prefix) => facts.get(prefix + fact)).find((one) => one !== undefined)
      const { postcode, ...request } = scheme.request({
        is: (fact) => {
          const value = factOf(fact)
          return typeof value === 'boolean' ? value : undefined
        },
        number: (fact) => {
          const value = factOf(fact)
          return typeof value === 'number' ? value : undefined
        },
      })
      return {
        name,
        file,
        measure: scheme.measure,
        says: saysOf(scheme, results),
        request: {
          company: { applicant_types: ['household'], ...(postcode === undefined ? {} : { postcode }) },
          ...request,
        },
      }
    }),
  )
}

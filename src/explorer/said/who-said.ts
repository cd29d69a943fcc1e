/** Where a measure is for and who may apply, in a few words. */
import { applicantTypeLabels, companySizeLabels, regionLabels } from '../../values/labels.ts'
import type { ApplicantType, CompanySize, Language, Region, Scope } from '../../values/vocabularies.ts'

const everywhere: Record<
  Language,
  { belgium: string; eu: string; everybody: string; more: (count: number) => string }
> = {
  nl: {
    belgium: 'België',
    eu: 'Europese Unie',
    everybody: 'geen beperking bekend',
    more: (count) => `en nog ${count}`,
  },
  fr: {
    belgium: 'Belgique',
    eu: 'Union européenne',
    everybody: 'aucune restriction connue',
    more: (count) => `et ${count} de plus`,
  },
  en: {
    belgium: 'Belgium',
    eu: 'European Union',
    everybody: 'no restriction known',
    more: (count) => `and ${count} more`,
  },
}

/** Kinds of applicants that are named before the rest is counted. */
const namedMost = 3

export type WhereGiven = { regions: readonly Region[]; scope: Scope }

export function whereSaid({ regions, scope }: WhereGiven, language: Language): string {
  if (regions.length > 0) return regions.map((region) => regionLabels[region][language]).join(', ')
  return everywhere[language][scope === 'eu' ? 'eu' : 'belgium']
}

export type WhoGiven = { applicant_types: readonly ApplicantType[]; company_sizes: readonly CompanySize[] }

/** The kinds of applicants, those of `first` before the others, which go from the most common on; the rest counted. */
export function whoSaid(
  { applicant_types: given }: WhoGiven,
  language: Language,
  first: readonly ApplicantType[] = [],
): string {
  const types = [...given.filter((type) => first.includes(type)), ...given.filter((type) => !first.includes(type))]
  const { everybody, more } = everywhere[language]
  if (types.length === 0) return everybody
  const named = types.slice(0, namedMost).map((type) => applicantTypeLabels[type][language])
  const rest = types.length - named.length
  const lower = named.map((name, place) => (place === 0 ? name : name.toLowerCase()))
  return rest === 0 ? lower.join(', ') : `${lower.join(', ')} ${more(rest)}`
}

/** The sizes of enterprises; null where none is shut out. */
export function sizesSaid({ company_sizes: sizes }: WhoGiven, language: Language): string | null {
  if (sizes.length === 0) return null
  return sizes.map((size) => companySizeLabels[size][language]).join(', ')
}

/**
 * An indicative amount in words, in Dutch, French and English: rate and basis, the figures, what kind of support it is,
 * the record's own note and cost types. It explains figures and promises none of them.
 */
import { amountPeriodLabels, costTypeLabels } from '../../../values/labels.ts'
import type { AmountBasis, AmountPeriod, CostType, InstrumentType, Language } from '../../../values/vocabularies.ts'
import { type Range, rateRange } from '../../verdict/indicative-amount.ts'
import { eurosIn, percentIn } from './value-names.ts'

export type Explained = {
  range: Range
  basis: AmountBasis | null
  per: AmountPeriod | null
  instrument: InstrumentType
  /** In the language asked, where its licence mode lets it through. */
  note: string | null
  costTypes: readonly CostType[]
}

/** The basis as it stands after "30 % of". */
const bases: Readonly<Record<Language, Record<AmountBasis | 'none', string>>> = {
  nl: {
    eligible_costs: 'de aanvaarde kosten',
    investment: 'de investering',
    extra_costs: 'de meerkosten',
    wages: 'de lonen',
    wage_tax: 'de bedrijfsvoorheffing',
    social_contributions: 'de sociale bijdragen',
    profit: 'de winst',
    tax: 'de belasting',
    loan: 'de lening',
    capital: 'het kapitaal',
    unit: 'het bedrag per eenheid',
    other: 'een basis die de overheid bepaalt',
    none: 'de kosten',
  },
  fr: {
    eligible_costs: 'des coûts admissibles',
    investment: "de l'investissement",
    extra_costs: 'des surcoûts',
    wages: 'des salaires',
    wage_tax: 'du précompte professionnel',
    social_contributions: 'des cotisations sociales',
    profit: 'du bénéfice',
    tax: "de l'impôt",
    loan: 'du prêt',
    capital: 'du capital',
    unit: 'du montant par unité',
    other: "d'une base que l'autorité détermine",
    none: 'des coûts',
  },
  en: {
    eligible_costs: 'the eligible costs',
    investment: 'the investment',
    extra_costs: 'the extra costs',
    wages: 'the wages',
    wage_tax: 'the wage withholding tax',
    social_contributions: 'the social contributions',
    profit: 'the profit',
    tax: 'the tax',
    loan: 'the loan',
    capital: 'the capital',
    unit: 'the amount per unit',
    other: 'a basis that the authority sets',
    none: 'the costs',
  },
}

const words = {
  nl: {
    rate: (rates: string, basis: string) => `${rates} van ${basis}`,
    amountOf: (basis: string) => `Berekend op ${basis}`,
    range: (low: string, high: string) => `${low} tot ${high}`,
    budget: (budget: string) => `, bij een budget van ${budget}`,
    own_costs: (costs: string) => `, bij ${costs} aan kosten die de maatregel betaalt`,
    part_of_budget: (budget: string) =>
      `, op een deel van het budget van ${budget}: de maatregel betaalt niet alle kosten van het project`,
    other_costs: 'Niet berekend: de maatregel betaalt geen van de kosten van het project',
    other_topic: 'Niet berekend: het project gaat over iets anders dan de maatregel',
    between: (low: string, high: string) => `Tussen ${low} en ${high}`,
    exactly: (amount: string) => `Ongeveer ${amount}`,
    atLeast: (amount: string) => `Minstens ${amount}`,
    atMost: (amount: string) => `Hoogstens ${amount}`,
    tiers: (count: number) => `Nog ${count} tarieven zijn mogelijk`,
    tierRates: (rates: string) => `, van ${rates}`,
    costs: 'Kosten: ',
  },
  fr: {
    rate: (rates: string, basis: string) => `${rates} ${basis}`,
    amountOf: (basis: string) => `Calculé sur la base ${basis}`,
    range: (low: string, high: string) => `${low} à ${high}`,
    budget: (budget: string) => `, pour un budget de ${budget}`,
    own_costs: (costs: string) => `, pour ${costs} de coûts que la mesure finance`,
    part_of_budget: (budget: string) =>
      `, sur une partie du budget de ${budget} : la mesure ne finance pas tous les coûts du projet`,
    other_costs: 'Non calculé : la mesure ne finance aucun des coûts du projet',
    other_topic: 'Non calculé : le projet porte sur autre chose que la mesure',
    between: (low: string, high: string) => `Entre ${low} et ${high}`,
    exactly: (amount: string) => `Environ ${amount}`,
    atLeast: (amount: string) => `Au moins ${amount}`,
    atMost: (amount: string) => `Au plus ${amount}`,
    tiers: (count: number) => `${count} barèmes restent possibles`,
    tierRates: (rates: string) => `, de ${rates}`,
    costs: 'Coûts : ',
  },
  en: {
    rate: (rates: string, basis: string) => `${rates} of ${basis}`,
    amountOf: (basis: string) => `Reckoned on ${basis}`,
    range: (low: string, high: string) => `${low} to ${high}`,
    budget: (budget: string) => `, on a budget of ${budget}`,
    own_costs: (costs: string) => `, on ${costs} of costs that the measure pays for`,
    part_of_budget: (budget: string) =>
      `, on a part of the budget of ${budget}: the measure does not pay for all costs of the project`,
    other_costs: 'Not reckoned: the measure pays for none of the costs of the project',
    other_topic: 'Not reckoned: the project is about something else than the measure',
    between: (low: string, high: string) => `Between ${low} and ${high}`,
    exactly: (amount: string) => `About ${amount}`,
    atLeast: (amount: string) => `At least ${amount}`,
    atMost: (amount: string) => `At most ${amount}`,
    tiers: (count: number) => `${count} tiers are still possible`,
    tierRates: (rates: string) => `, from ${rates}`,
    costs: 'Costs: ',
  },
} as const

/** What an instrument means for whoever receives it, where the figure could be taken for money paid. */
const instruments: Partial<Record<InstrumentType, Readonly<Record<Language, string>>>> = {
  tax_deduction: {
    nl: 'Dit is een aftrek van de winst, geen uitbetaald bedrag.',
    fr: "Il s'agit d'une déduction du bénéfice, et non d'un montant versé.",
    en: 'This is a deduction from profit, not an amount paid out.',
  },
  loan: {
    nl: 'Dit is een lening, die wordt terugbetaald.',
    fr: "Il s'agit d'un prêt, qui est remboursé.",
    en: 'This is a loan, which is repaid.',
  },
  repayable_advance: {
    nl: 'Dit is een voorschot, dat wordt terugbetaald.',
    fr: "Il s'agit d'une avance, qui est remboursée.",
    en: 'This is an advance, which is repaid.',
  },
  guarantee: {
    nl: 'Dit is een waarborg voor een krediet, geen uitbetaald bedrag.',
    fr: "Il s'agit d'une garantie d'un crédit, et non d'un montant versé.",
    en: 'This is a guarantee that secures a credit, not an amount paid out.',
  },
}

export function amountExplanation(explained: Explained, language: Language): string {
  const { range, per } = explained
  return [
    sentence(`${rateText(explained, language)}${costText(range, language)}`),
    sentence(notReckonedText(range, language)),
    sentence(figuresText(range, per, language)),
    sentence(tiersText(range, language)),
    restText(explained, language),
  ]
    .filter((part) => part !== '')
    .join(' ')
}

/** What the rate was reckoned on; empty where on nothing. */
function costText({ reckoned }: Pick<Range, 'reckoned'>, language: Language): string {
  return reckoned === null || reckoned.on === 'nothing'
    ? ''
    : words[language][reckoned.on](eurosIn(language, reckoned.euros))
}

/** Why no figure was reckoned, although the costs of the project are known. */
function notReckonedText({ reckoned }: Pick<Range, 'reckoned'>, language: Language): string {
  return reckoned?.on === 'nothing' ? words[language][reckoned.since] : ''
}

/** Rate and basis; the basis alone where the measure names one and no rate. */
function rateText({ range, basis, per }: Pick<Explained, 'range' | 'basis' | 'per'>, language: Language): string {
  const said = words[language]
  const named = bases[language][basis ?? 'none']
  const rates = ratesText(range, language)
  if (rates !== null) return `${said.rate(rates, named)}${periodText(per, language)}`
  return basis === null ? '' : `${said.amountOf(named)}${periodText(per, language)}`
}

/** The sentences with which an explanation ends, whatever the company: kind of support, note, cost types. */
function restText(
  { instrument, note, costTypes }: Pick<Explained, 'instrument' | 'note' | 'costTypes'>,
  language: Language,
): string {
  const labels = costTypes.map((costType) => costTypeLabels[costType][language])
  return [
    instruments[instrument]?.[language] ?? '',
    note === null ? '' : sentence(note.trim()),
    labels.length === 0 ? '' : `${words[language].costs}${labels.join(', ')}.`,
  ]
    .filter((part) => part !== '')
    .join(' ')
}

function ratesText(range: Pick<Range, 'candidates'>, language: Language): string | null {
  const rates = rateRange(range.candidates)
  if (rates === null) return null
  const [low, high] = [percentIn(language, rates.low), percentIn(language, rates.high)]
  return low === high ? high : words[language].range(low, high)
}

/** The figures themselves; empty where neither end is known. */
function figuresText({ min, max }: Pick<Range, 'min' | 'max'>, per: AmountPeriod | null, language: Language): string {
  const said = words[language]
  // From nothing up is said by the upper end alone.
  const low = min === null || min === 0 ? null : eurosIn(language, min)
  const high = max === null ? null : eurosIn(language, max)
  const period = periodText(per, language)
  if (low !== null && high !== null) return `${low === high ? said.exactly(high) : said.between(low, high)}${period}`
  if (high !== null) return `${said.atMost(high)}${period}`
  return low === null ? '' : `${said.atLeast(low)}${period}`
}

function tiersText(range: Range, language: Language): string {
  const count = range.candidates.length
  if (count < 2) return ''
  const rates = ratesText(range, language)
  return `${words[language].tiers(count)}${rates === null ? '' : words[language].tierRates(rates)}`
}

function periodText(per: AmountPeriod | null, language: Language): string {
  return per === null ? '' : ` ${amountPeriodLabels[per][language]}`
}

/** Closed with a full stop, unless it closes itself. */
function sentence(text: string): string {
  return text === '' || /[.!?…]$/.test(text) ? text : `${text}.`
}

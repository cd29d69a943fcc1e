/**
 * What an EU call asks of an applicant, as far as its type of action says (`reference/eu-types-of-action.ts`): kinds of applicant, rules
 * and conditions, in our own words. The portal has it as prose that refers to annexes; what only the call's document says is not here.
 */
import type { EuApplicants, EuDemand, EuTypeOfAction } from '../../../reference/eu-types-of-action.ts'
import { pointOf } from '../../../reference/points.ts'
import type { ApplicantType, Language } from '../../../values/vocabularies.ts'
import type { EuAmount } from './amount.ts'
import { certain, derived, type EuRule, sizesOfSmes, usual, withoutProfit } from './derived-rule.ts'

export type EuTexts = Record<Language, string>

export type EuCondition = {
  id: string
  text: EuTexts
  kind: 'eligibility' | 'standing' | 'procedure' | 'assessment'
  defines?: true
  point?: string
  expects?: true
  rule_ids?: string[]
}

export type EuDemands = { rules: EuRule[]; conditions: EuCondition[] }

const organisations = ['company', ...withoutProfit] as const
const anybody = ['self_employed', ...organisations] as const

/** `types`: who usually applies; empty: that says too little. */
const applicants: Record<EuApplicants, { types: readonly ApplicantType[]; text: EuTexts }> = {
  any: {
    types: anybody,
    text: {
      nl: 'De aanvrager is een onderneming, vereniging, overheid, onderzoeks- of onderwijsinstelling, en geen particulier.',
      fr: "Le demandeur est une entreprise, une association, un pouvoir public, un organisme de recherche ou d'enseignement, et non un particulier.",
      en: 'The applicant is an enterprise, association, public body, research or education institution, and no private person.',
    },
  },
  organisations: {
    types: organisations,
    text: {
      nl: 'De aanvrager is een organisatie met rechtspersoonlijkheid: vereniging, instelling, overheid of vennootschap.',
      fr: 'Le demandeur est une organisation dotée de la personnalité juridique : association, institution, pouvoir public ou société.',
      en: 'The applicant is an organisation with legal personality: an association, institution, public body or company.',
    },
  },
  company: {
    types: ['company'],
    text: {
      nl: 'De aanvrager is één onderneming, of een persoon die er een wil oprichten.',
      fr: 'Le demandeur est une seule entreprise, ou une personne qui veut en créer une.',
      en: 'The applicant is one enterprise, or a person who wants to set one up.',
    },
  },
  buyers: {
    types: ['public_body'],
    text: {
      nl: 'De aanvragers zijn overheden die samen aankopen; ondernemingen schrijven in op hun opdracht.',
      fr: 'Les demandeurs sont des acheteurs publics ; les entreprises répondent à leur marché.',
      en: 'The applicants are public bodies that buy together; enterprises tender for their contract.',
    },
  },
  civil: {
    types: withoutProfit,
    text: {
      nl: 'De aanvrager is een vereniging zonder winstoogmerk, een overheid, of een onderzoeks- of onderwijsinstelling.',
      fr: "Le demandeur est une association sans but lucratif, un pouvoir public, ou un organisme de recherche ou d'enseignement.",
      en: 'The applicant is a non-profit association, a public body, or a research or education institution.',
    },
  },
  researcher: {
    types: [],
    text: {
      nl: 'Een onderzoeker leidt het project, bij een instelling of onderneming die hem ontvangt.',
      fr: "Un chercheur dirige le projet, au sein d'un organisme ou d'une entreprise d'accueil.",
      en: 'A researcher leads the project, at an institution or enterprise that is the host.',
    },
  },
  passes_on: {
    types: ['non_profit', 'public_body', 'research_organisation'],
    text: {
      nl: "De aanvragers beheren of financieren programma's; ondernemingen vragen later bij hen aan.",
      fr: "Les demandeurs gèrent ou financent des programmes ; les entreprises s'adressent ensuite à eux.",
      en: 'The applicants manage or fund programmes; enterprises apply to them later.',
    },
  },
  trade: {
    types: ['company', 'non_profit', 'public_body'],
    text: {
      nl: 'De aanvrager is een beroeps-, branche- of producentenorganisatie of een instantie van de agrovoedingssector.',
      fr: 'Le demandeur est une organisation professionnelle, interprofessionnelle ou de producteurs, ou un organisme agroalimentaire.',
      en: 'The applicant is a trade, inter-trade or producer organisation, or a body of the agri-food sector.',
    },
  },
  call: {
    types: anybody,
    text: {
      nl: 'De aanvrager is geen particulier, tenzij de oproep het anders zegt.',
      fr: "Le demandeur n'est pas un particulier, sauf si l'appel dit autre chose.",
      en: 'The applicant is no private person, unless the call says otherwise.',
    },
  },
}

/** Who may apply by the regulation, without more that the call would have to say. */
const saidByLaw: readonly EuApplicants[] = ['any', 'company']

const addressed: EuCondition = {
  id: 'addressed',
  text: {
    nl: 'De aanvrager is een van wie de oproep aanspreekt.',
    fr: "Le demandeur est de ceux auxquels l'appel s'adresse.",
    en: 'The applicant is one of those whom the call addresses.',
  },
  kind: 'eligibility',
}

/** What the Commission does with every proposal. */
const ranked: EuCondition = {
  id: 'ranked',
  text: {
    nl: 'Deskundigen rangschikken de voorstellen; het budget is beperkt.',
    fr: 'Des experts classent les propositions ; le budget est limité.',
    en: 'Experts rank the proposals; the budget is limited.',
  },
  kind: 'assessment',
}

/** `title`: of the call, so that one such question is not taken for another. */
const proposalFor = (title: string): EuCondition => ({
  id: 'proposal',
  text: {
    nl: `Het project doet wat de oproep "${title}" vraagt.`,
    fr: `Le projet répond à l'appel « ${title} ».`,
    en: `The project does what the call "${title}" asks for.`,
  },
  kind: 'eligibility',
  defines: true,
})

const ofPoint = (id: string, point: string): EuCondition => {
  const { nl, fr, en } = pointOf(point)?.fact ?? unknownPoint(point)
  return { id, text: { nl: `${nl}.`, fr: `${fr}.`, en: `${en}.` }, kind: 'eligibility', point, expects: true }
}

function unknownPoint(point: string): never {
  throw new Error(`reference/points.tsv has no ${point}`)
}

const employeesMost = 499

/** What each demand asks, and the rule that decides it where there is one. */
const demandsByName: Record<EuDemand, { condition: EuCondition; rule?: EuRule }> = {
  research: { condition: ofPoint('research', 'does_research_or_innovation') },
  doctorate: { condition: ofPoint('doctorate', 'researcher_has_doctorate') },
  sme: {
    condition: {
      id: 'sme',
      text: {
        nl: 'De aanvrager is een kmo; een kleine midcap krijgt geen subsidie, wel een investering.',
        fr: "Le demandeur est une PME ; une petite entreprise de taille intermédiaire n'a pas de subvention, mais un investissement.",
        en: 'The applicant is an SME; a small mid-cap gets no grant, but may get an investment.',
      },
      kind: 'eligibility',
      rule_ids: ['sme'],
    },
    rule: derived({ id: 'sme', field: 'company.size', operator: 'in', value: sizesOfSmes }, certain),
  },
  employees_499: {
    condition: {
      id: 'small_mid_cap',
      text: {
        nl: `De aanvrager is een kmo of een kleine midcap: hoogstens ${employeesMost} werknemers.`,
        fr: `Le demandeur est une PME ou une petite entreprise de taille intermédiaire : au plus ${employeesMost} travailleurs.`,
        en: `The applicant is an SME or a small mid-cap: at most ${employeesMost} employees.`,
      },
      kind: 'eligibility',
      rule_ids: ['small_mid_cap'],
    },
    rule: derived(
      { id: 'small_mid_cap', field: 'company.employees', operator: 'at_most', value: employeesMost },
      certain,
    ),
  },
  european_control: {
    condition: {
      id: 'european_control',
      text: {
        nl: 'De deelnemers zijn gevestigd in de EU of een geassocieerd land en worden van daaruit gecontroleerd.',
        fr: "Les participants sont établis dans l'UE ou un pays associé, et contrôlés depuis ceux-ci.",
        en: 'The participants are established in the EU or an associated country, and controlled from there.',
      },
      kind: 'standing',
    },
  },
  member_state: {
    condition: {
      id: 'member_state',
      text: {
        nl: 'De lidstaat stemt vóór de indiening in met de aanvraag.',
        fr: "L'État membre marque son accord sur la demande avant son dépôt.",
        en: 'The Member State agrees to the application before it is submitted.',
      },
      kind: 'procedure',
    },
  },
}

/** By the least number of partners; one applies alone. */
const partnerPoints = { 1: null, 2: 'partners_from_two_countries', 3: 'partners_from_three_countries' } as const

/** `type`: null where the portal names none, or one that the table does not know. */
export function demandsOf(type: EuTypeOfAction | null, amount: EuAmount | null, title: string): EuDemands {
  const who = type?.who ?? 'call'
  const { types, text } = applicants[who]
  const rules: EuRule[] = []
  const conditions: EuCondition[] = []
  if (types.length > 0)
    rules.push(
      derived({ id: 'applicants', field: 'company.applicant_type', operator: 'overlaps', value: types }, usual),
    )
  const rule_ids = types.length > 0 ? ['applicants'] : []
  conditions.push({ id: 'applicants', text, kind: 'eligibility', rule_ids })
  if (!saidByLaw.includes(who)) conditions.push(addressed)
  conditions.push(proposalFor(title))
  if (who === 'passes_on') conditions.push(ofPoint('passes_on', 'passes_support_on'))
  const partners = type === null || type.partners === null ? null : partnerPoints[type.partners]
  if (partners !== null) conditions.push(ofPoint('partners', partners))
  for (const { condition, rule } of type?.demands.map((demand) => demandsByName[demand]) ?? []) {
    conditions.push(condition)
    if (rule !== undefined) rules.push(rule)
  }
  const least = leastBudgetOf(amount)
  if (least !== null) {
    const large = { id: 'least_budget', field: 'project.budget_eur', operator: 'at_least', value: least } as const
    // What the Commission expects of a project is no condition by itself.
    rules.push(derived(large, usual))
    conditions.push(leastBudget)
  }
  return { rules, conditions: [...conditions, ranked] }
}

const leastBudget: EuCondition = {
  id: 'least_budget',
  text: {
    nl: 'Het project is groot genoeg voor de kleinste steun die de oproep verwacht.',
    fr: "Le projet est assez grand pour le soutien minimal que l'appel prévoit.",
    en: 'The project is large enough for the least support that the call expects.',
  },
  kind: 'eligibility',
  rule_ids: ['least_budget'],
}

/** Costs of which the highest rate is the least support, in whole euros, rounded down; null where no least support is known. */
function leastBudgetOf(amount: EuAmount | null): number | null {
  return amount === null || amount.min === null ? null : Math.floor(amount.min / (amount.rate_max ?? 1))
}

/**
 * What an EU call asks of an applicant, as far as its type of action says (`reference/eu-types-of-action.ts`): kinds of applicant, rules
 * and conditions, in our own words. The portal has it as prose that refers to annexes; what only the call's document says is not here.
 */
import type { EuDemand, EuTypeOfAction } from '../../../reference/eu-types-of-action.ts'
import { pointOf } from '../../../reference/points.ts'
import type { Stage } from '../../../values/vocabularies.ts'
import type { EuAmount } from './amount.ts'
import { applicants, type EuAudience, type EuTexts, saidByLaw } from './applicants.ts'
import { certain, derived, type EuRule, usual } from './derived-rule.ts'

export type EuCondition = {
  id: string
  text: EuTexts
  kind: 'eligibility' | 'standing' | 'procedure' | 'assessment'
  defines?: true
  point?: string
  expects?: boolean
  rule_ids?: string[]
}

export type EuDemands = { rules: EuRule[]; conditions: EuCondition[] }

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

const judged: EuCondition = {
  id: 'ranked',
  text: {
    nl: 'Een jury van deskundigen kiest de winnaars.',
    fr: "Un jury d'experts choisit les lauréats.",
    en: 'A jury of experts chooses the winners.',
  },
  kind: 'assessment',
}

/** `title`: of the call, so that one such question is not taken for another. */
const proposalFor = (title: string, who: EuAudience): EuCondition => ({
  id: 'proposal',
  text: proposedFor(title, who),
  kind: 'eligibility',
  defines: true,
})

function proposedFor(title: string, who: EuAudience): EuTexts {
  if (who === 'contest')
    return {
      nl: `Wat wordt ingezonden, is wat de prijs "${title}" bekroont.`,
      fr: `Ce qui est présenté est ce que récompense le prix « ${title} ».`,
      en: `What is entered is what the prize "${title}" rewards.`,
    }
  if (who === 'learner')
    return {
      nl: `De aanvrager doet waarvoor de oproep "${title}" steun geeft.`,
      fr: `Le demandeur fait ce que soutient l'appel « ${title} ».`,
      en: `The applicant does what the call "${title}" supports.`,
    }
  return {
    nl: `Het project doet wat de oproep "${title}" vraagt.`,
    fr: `Le projet répond à l'appel « ${title} ».`,
    en: `The project does what the call "${title}" asks for.`,
  }
}

const ofPoint = (id: string, point: string): EuCondition => {
  const { nl, fr, en } = pointOf(point)?.fact ?? unknownPoint(point)
  return { id, text: { nl: `${nl}.`, fr: `${fr}.`, en: `${en}.` }, kind: 'eligibility', point, expects: true }
}

function unknownPoint(point: string): never {
  throw new Error(`reference/points.tsv has no ${point}`)
}

const employeesMost = 499
const smallMidCap = derived(
  { id: 'small_mid_cap', field: 'company.employees', operator: 'at_most', value: employeesMost },
  certain,
)
const asked = (id: string, text: EuTexts): EuCondition => ({ id, text, kind: 'eligibility' })

/** How far the work is from the market, which callers tell loosely: a look is needed where it is another stage. */
const ofStage = (value: readonly Stage[], text: EuTexts): { condition: EuCondition; rule: EuRule } => ({
  condition: { ...asked('stage', text), rule_ids: ['stage'] },
  rule: derived({ id: 'stage', field: 'project.stages', operator: 'overlaps', value }, usual),
})

/** What each demand asks, and the rule that decides it where there is one. */
const demandsByName: Record<EuDemand, { condition: EuCondition; rule?: EuRule }> = {
  research: { condition: ofPoint('research', 'does_research_or_innovation') },
  doctorate: { condition: ofPoint('doctorate', 'researcher_has_doctorate') },
  grant_for_smes: {
    condition: {
      id: 'small_mid_cap',
      text: {
        nl: `De aanvrager is een kmo of een kleine midcap (hoogstens ${employeesMost} werknemers); een kleine midcap krijgt geen subsidie, wel een investering.`,
        fr: `Le demandeur est une PME ou une petite entreprise de taille intermédiaire (au plus ${employeesMost} travailleurs) ; cette dernière n'a pas de subvention, mais un investissement.`,
        en: `The applicant is an SME or a small mid-cap (at most ${employeesMost} employees); a small mid-cap gets no grant, but may get an investment.`,
      },
      kind: 'eligibility',
      rule_ids: ['small_mid_cap'],
    },
    rule: smallMidCap,
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
    rule: smallMidCap,
  },
  technology_tested: { condition: ofPoint('technology_tested', 'technology_tested_in_relevant_setting') },
  not_rejected_by_eic: {
    condition: {
      id: 'not_rejected_by_eic',
      text: {
        nl: 'De EIC-accelerator wees hetzelfde of een verbeterd voorstel nog geen drie keer af.',
        fr: "L'accélérateur du CEI n'a pas encore rejeté trois fois la même proposition ou une version améliorée.",
        en: 'The EIC Accelerator has not rejected the same or an improved proposal three times.',
      },
      kind: 'standing',
      point: 'rejected_three_times_by_eic',
      expects: false,
    },
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
  earlier_results: {
    condition: asked('earlier_results', {
      nl: 'Het project bouwt voort op resultaten van een eerder Europees project dat de oproep noemt (zoals EIC Pathfinder of ERC Proof of Concept).',
      fr: "Le projet exploite les résultats d'un projet européen antérieur que l'appel admet (EIC Pathfinder ou ERC Proof of Concept, par exemple).",
      en: 'The project builds on results of an earlier European project that the call names (such as EIC Pathfinder or ERC Proof of Concept).',
    }),
  },
  widening_country: {
    condition: asked('widening_country', {
      nl: 'Een organisatie uit een "Widening"-land (België is er geen) leidt het project, treedt toe of ontvangt de onderzoeker.',
      fr: "Une organisation d'un pays « Widening » (dont la Belgique n'est pas) dirige le projet, le rejoint ou accueille le chercheur.",
      en: 'An organisation of a "Widening" country (Belgium is none) leads the project, joins it or is the host.',
    }),
  },
  cohesion_country: {
    condition: asked('cohesion_country', {
      nl: 'Het project ligt in een lidstaat die steun uit het Cohesiefonds krijgt (België krijgt die niet).',
      fr: "Le projet se situe dans un État membre que le Fonds de cohésion soutient (ce qui n'est pas le cas de la Belgique).",
      en: 'The project is in a Member State that the Cohesion Fund supports (Belgium is none).',
    }),
  },
  low_capacity_country: {
    condition: asked('low_capacity_country', {
      nl: 'De aanvrager is gevestigd in een land met een kleine audiovisuele sector (België hoort daar niet bij).',
      fr: "Le demandeur est établi dans un pays à faible capacité audiovisuelle (dont la Belgique n'est pas).",
      en: 'The applicant is established in a country of low audiovisual capacity (Belgium is none).',
    }),
  },
  early_stage: ofStage(['feasibility', 'fundamental_research', 'industrial_research'], {
    nl: 'Het werk is vroeg onderzoek (gereedheidsniveau 1 tot 4).',
    fr: 'Les travaux sont de la recherche en amont (niveaux de maturité 1 à 4).',
    en: 'The work is early research (readiness levels 1 to 4).',
  }),
  validation_stage: ofStage(['industrial_research', 'experimental_development', 'innovation'], {
    nl: 'Het werk toetst een technologie in de praktijk (gereedheidsniveau 4 tot 6).',
    fr: 'Les travaux valident une technologie (niveaux de maturité 4 à 6).',
    en: 'The work validates a technology (readiness levels 4 to 6).',
  }),
  late_stage: ofStage(['experimental_development', 'innovation', 'market_introduction'], {
    nl: 'Het werk maakt een technologie af en brengt ze naar de markt (gereedheidsniveau 6 en hoger).',
    fr: 'Les travaux achèvent une technologie et la mettent sur le marché (niveau de maturité 6 et plus).',
    en: 'The work finishes a technology and brings it to market (readiness level 6 and above).',
  }),
  declared_control: {
    condition: {
      id: 'declared_control',
      text: {
        nl: 'Elke deelnemer verklaart wie hem bezit en controleert; de oproep beperkt dat.',
        fr: "Chaque participant déclare qui le possède et le contrôle ; l'appel le restreint.",
        en: 'Each participant declares who owns and controls it; the call restricts that.',
      },
      kind: 'procedure',
    },
  },
  designated: {
    condition: asked('designated', {
      nl: 'De aanvrager staat op de lijst van organisaties die de lidstaten voor EFSA aanwezen (artikel 36).',
      fr: "Le demandeur figure sur la liste des organisations désignées par les États membres pour l'EFSA (article 36).",
      en: 'The applicant is on the list of organisations that the Member States designated for EFSA (Article 36).',
    }),
  },
  framework_partner: {
    condition: asked('framework_partner', {
      nl: 'De aanvrager heeft de kaderovereenkomst waarbij deze oproep hoort, of vraagt die nu aan.',
      fr: "Le demandeur a la convention-cadre dont relève l'appel, ou la demande à présent.",
      en: 'The applicant has the framework partnership to which this call belongs, or asks for it now.',
    }),
  },
}

/** Calls that go on with a partnership that exists, by their titles. */
const goesOn = /\(Phase \d\)$|^Additional activities for the European Partnership/i

const existing: EuCondition = asked('existing_partnership', {
  nl: 'De coördinator van het bestaande partnerschap dient het voorstel in; anderen kunnen toetreden.',
  fr: "Le coordinateur du partenariat existant dépose la proposition ; d'autres peuvent le rejoindre.",
  en: 'The coordinator of the existing partnership submits the proposal; others can join it.',
})

/** By the least number of partners; one applies alone. */
const partnerPoints = { 1: null, 2: 'partners_from_two_countries', 3: 'partners_from_three_countries' } as const

/** `type`: null where the portal names none, or one that the table does not know. `who`: where the type does not say. */
export function demandsOf(
  type: EuTypeOfAction | null,
  amount: EuAmount | null,
  title: string,
  who: EuAudience = type?.who ?? 'call',
): EuDemands {
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
  conditions.push(proposalFor(title, who))
  if (who === 'passes_on') conditions.push(ofPoint('passes_on', 'passes_support_on'))
  if (who === 'passes_on' && goesOn.test(title)) conditions.push(existing)
  const partners = type === null || type.partners === null ? null : partnerPoints[type.partners]
  if (partners !== null) conditions.push(ofPoint('partners', partners))
  for (const { condition, rule } of type?.demands.map((demand) => demandsByName[demand]) ?? []) {
    conditions.push(condition)
    if (rule !== undefined) rules.push(rule)
  }
  // What a prize pays hangs on no costs.
  const least = who === 'contest' ? null : leastBudgetOf(amount)
  if (least !== null) {
    const large = { id: 'least_budget', field: 'project.budget_eur', operator: 'at_least', value: least } as const
    // What the Commission expects of a project is no condition by itself.
    rules.push(derived(large, usual))
    conditions.push(leastBudget)
  }
  return { rules, conditions: [...conditions, who === 'contest' ? judged : ranked] }
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

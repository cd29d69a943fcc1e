/**
 * An EU call in plain words, in Dutch, French and English: what is paid, who may apply, with whom, and how. All of it follows from the
 * call's own fields and its type of action; the portal's own text, in the description, says what the call is about.
 */
import type { EuApplicants, EuRate, EuTypeOfAction } from '../../../reference/eu-types-of-action.ts'
import { eurosText, percentText } from '../../../values/figures.ts'
import { type Language, languages } from '../../../values/vocabularies.ts'
import type { EuAmount } from './amount.ts'
import type { EuTexts } from './demands.ts'
import type { EuKind } from './row.ts'

/** `application` of the input record (contract 4). */
export type EuApplication = {
  steps: EuTexts[]
  documents: EuTexts[]
  payment: 'instalments' | null
}

const who: Record<EuApplicants, EuTexts> = {
  any: {
    nl: 'Ondernemingen en andere organisaties kunnen aanvragen',
    fr: 'Des entreprises et d’autres organisations peuvent demander',
    en: 'Enterprises and other organisations can apply',
  },
  organisations: {
    nl: 'Organisaties met rechtspersoonlijkheid kunnen aanvragen',
    fr: 'Des organisations dotées de la personnalité juridique peuvent demander',
    en: 'Organisations with legal personality can apply',
  },
  company: {
    nl: 'Eén onderneming kan aanvragen',
    fr: 'Une seule entreprise peut demander',
    en: 'A single enterprise can apply',
  },
  buyers: {
    nl: 'Overheden die samen aankopen kunnen aanvragen; ondernemingen schrijven later in op hun opdracht',
    fr: 'Des acheteurs publics peuvent demander ; les entreprises répondent ensuite à leur marché',
    en: 'Public bodies that buy together can apply; enterprises tender for their contract later',
  },
  civil: {
    nl: 'Verenigingen, overheden en instellingen kunnen aanvragen',
    fr: 'Des associations, pouvoirs publics et institutions peuvent demander',
    en: 'Associations, public bodies and institutions can apply',
  },
  researcher: {
    nl: 'Een onderzoeker kan aanvragen, samen met de instelling die hem ontvangt',
    fr: "Un chercheur peut demander, avec un organisme d'accueil",
    en: 'A researcher can apply, with a host institution',
  },
  passes_on: {
    nl: 'Wie programma’s beheert of financiert kan aanvragen; ondernemingen vragen later bij hen aan',
    fr: 'Ceux qui gèrent ou financent des programmes peuvent demander ; les entreprises demandent ensuite chez eux',
    en: 'Those who manage or fund programmes can apply; enterprises apply to them later',
  },
  trade: {
    nl: 'Beroeps-, branche- en producentenorganisaties kunnen aanvragen',
    fr: 'Des organisations professionnelles, interprofessionnelles et de producteurs peuvent demander',
    en: 'Trade, inter-trade and producer organisations can apply',
  },
  call: {
    nl: 'De oproep zegt wie kan aanvragen',
    fr: "L'appel dit qui peut demander",
    en: 'The call says who can apply',
  },
}

const says = {
  nl: {
    call: (programme: string | null, name: string) =>
      `Europese oproep${programme === null ? '' : ` (${programme})`}: ${name}.`,
    cascade: 'Oproep van een Europees project, dat een deel van zijn subsidie aan anderen geeft.',
    external: 'Oproep van het extern optreden van de EU.',
    alone: ', ook alleen.',
    together: (count: number) => `, samen met anderen: minstens ${count} partners uit ${count} landen.`,
    partnersByCall: '. De oproep zegt of er partners nodig zijn.',
    rate: (rate: string) => `Steun: ${rate} van de kosten.`,
    rateBeside: (rate: string, other: string, of: string) => `Steun: ${rate} van de kosten, ${other} voor ${of}.`,
    nonProfits: 'wie geen winst nastreeft',
    smes: 'kmo’s',
    range: (least: string, most: string) => `${least} tot ${most}`,
    upTo: (most: string) => `tot ${most}`,
    from: (least: string) => `vanaf ${least}`,
    project: (amount: string) => `Per project ${amount}.`,
    grants: (count: number) =>
      count === 1 ? 'Er wordt één project verwacht.' : `Er worden ${count} projecten verwacht.`,
  },
  fr: {
    call: (programme: string | null, name: string) =>
      `Appel européen${programme === null ? '' : ` (${programme})`} : ${name}.`,
    cascade: "Appel d'un projet européen, qui donne à d'autres une partie de sa subvention.",
    external: "Appel de l'action extérieure de l'UE.",
    alone: ', seules aussi.',
    together: (count: number) => `, avec d'autres : au moins ${count} partenaires de ${count} pays.`,
    partnersByCall: ". L'appel dit s'il faut des partenaires.",
    rate: (rate: string) => `Soutien : ${rate} des coûts.`,
    rateBeside: (rate: string, other: string, of: string) => `Soutien : ${rate} des coûts, ${other} pour ${of}.`,
    nonProfits: 'les organismes sans but lucratif',
    smes: 'les PME',
    range: (least: string, most: string) => `${least} à ${most}`,
    upTo: (most: string) => `jusqu'à ${most}`,
    from: (least: string) => `à partir de ${least}`,
    project: (amount: string) => `Par projet ${amount}.`,
    grants: (count: number) => (count === 1 ? 'Un seul projet est attendu.' : `${count} projets sont attendus.`),
  },
  en: {
    call: (programme: string | null, name: string) =>
      `European call${programme === null ? '' : ` (${programme})`}: ${name}.`,
    cascade: 'Call of a European project, which gives a part of its grant to others.',
    external: 'Call of the EU for external action.',
    alone: ', alone too.',
    together: (count: number) => `, together with others: at least ${count} partners from ${count} countries.`,
    partnersByCall: '. The call says whether partners are needed.',
    rate: (rate: string) => `Support: ${rate} of the costs.`,
    rateBeside: (rate: string, other: string, of: string) => `Support: ${rate} of the costs, ${other} for ${of}.`,
    nonProfits: 'non-profit bodies',
    smes: 'SMEs',
    range: (least: string, most: string) => `${least} to ${most}`,
    upTo: (most: string) => `up to ${most}`,
    from: (least: string) => `from ${least}`,
    project: (amount: string) => `Per project ${amount}.`,
    grants: (count: number) => (count === 1 ? 'One project is expected.' : `${count} projects are expected.`),
  },
} satisfies Record<Language, unknown>

export type EuCallFacts = {
  kind: EuKind
  /** Null: the portal names none, or one that the table does not know. */
  type: EuTypeOfAction | null
  /** Name of the programme as people write it. */
  programme: string | null
  amount: EuAmount | null
  /** Number of grants that the portal expects to give. */
  grants: number | null
}

/** Summary by language; null where nothing but the title is known. */
export function summaryInPlainWords(call: EuCallFacts): EuTexts | null {
  if (call.kind === 'topic' && call.type === null) return null
  return inEach((language) => sentences(call, language).join(' '))
}

function sentences({ kind, type, programme, amount, grants }: EuCallFacts, language: Language): string[] {
  const say = says[language]
  if (type === null) return [kind === 'cascade' ? say.cascade : say.external, `${who.call[language]}.`]
  const said = [say.call(programme, type.name[language]), `${who[type.who][language]}${partnersOf(type, language)}`]
  const rate = rateOf(type, language)
  if (rate !== null) said.push(rate)
  const project = amount === null ? null : projectAmount(amount, language)
  if (project !== null) said.push(say.project(project))
  if (grants !== null) said.push(say.grants(grants))
  return said
}

/** The end of the sentence that says who may apply. */
function partnersOf({ who, partners }: EuTypeOfAction, language: Language): string {
  const say = says[language]
  if (partners === 2 || partners === 3) return who === 'any' || who === 'organisations' ? say.together(partners) : '.'
  if (partners === 1) return who === 'any' || who === 'organisations' ? say.alone : '.'
  return who === 'call' ? '.' : say.partnersByCall
}

function rateOf(type: EuTypeOfAction, language: Language): string | null {
  if (type.rate === null) return null
  const say = says[language]
  const rate = share(type.rate, language)
  if (type.rateOfNonProfits !== null)
    return say.rateBeside(rate, share(type.rateOfNonProfits, language), say.nonProfits)
  return type.rateOfSmes === null ? say.rate(rate) : say.rateBeside(rate, share(type.rateOfSmes, language), say.smes)
}

function share({ least, most }: EuRate, language: Language): string {
  return least === most
    ? percentText(most, language)
    : says[language].range(percentText(least, language), percentText(most, language))
}

function projectAmount({ min, max }: EuAmount, language: Language): string | null {
  const say = says[language]
  if (min !== null && max !== null)
    return min === max ? eurosText(max, language) : say.range(eurosText(min, language), eurosText(max, language))
  if (max !== null) return say.upTo(eurosText(max, language))
  return min === null ? null : say.from(eurosText(min, language))
}

const steps = {
  partners: {
    nl: 'Zoek partners in andere landen; het portaal toont wie er zoekt.',
    fr: "Cherchez des partenaires dans d'autres pays ; le portail montre qui en cherche.",
    en: 'Look for partners in other countries; the portal shows who is looking.',
  },
  register: {
    nl: 'Schrijf elke deelnemer in het deelnemersregister van het portaal in (PIC-nummer).',
    fr: 'Inscrivez chaque participant au registre des participants du portail (numéro PIC).',
    en: "Enter each participant in the portal's participant register (PIC number).",
  },
  submit: {
    nl: 'Dien het voorstel vóór het einde van de oproep in op het portaal.',
    fr: "Déposez la proposition sur le portail avant la fin de l'appel.",
    en: 'Submit the proposal in the portal before the call ends.',
  },
} satisfies Record<string, EuTexts>

const template: EuTexts = {
  nl: 'Het voorstel, op het model van de oproep.',
  fr: "La proposition, sur le modèle de l'appel.",
  en: "The proposal, on the call's template.",
}

/** How to apply; null for calls that are not answered in the portal. */
export function applicationOf({ kind, type }: EuCallFacts): EuApplication | null {
  if (kind !== 'topic') return null
  const isWithOthers = type !== null && type.partners !== null && type.partners > 1
  const paysCosts = type !== null && type.rate !== null
  return {
    steps: [...(isWithOthers ? [steps.partners] : []), steps.register, steps.submit],
    documents: [template],
    payment: paysCosts ? 'instalments' : null,
  }
}

function inEach(say: (language: Language) => string): EuTexts {
  return Object.fromEntries(languages.map((language) => [language, say(language)])) as EuTexts
}

/**
 * An EU call in plain words, in Dutch, French and English: what is paid, who may apply, with whom, and how. All of it follows from the
 * call's own fields and its type of action; the portal's own text, in the description, says what the call is about.
 */
import {
  type EuApplicants,
  type EuRate,
  type EuTypeOfAction,
  needsPartners,
} from '../../../reference/eu-types-of-action.ts'
import { eurosText, percentText } from '../../../values/figures.ts'
import { type InstrumentType, type Language, languages } from '../../../values/vocabularies.ts'
import type { EuAmount } from './amount.ts'
import type { EuTexts } from './applicants.ts'
import type { EuKind } from './row.ts'

/** `application` of the input record (contract 4). */
export type EuApplication = {
  steps: EuTexts[]
  documents: EuTexts[]
  payment: 'instalments' | null
}

/** Who may apply where that is not every organisation, as the second half of the first sentence. */
const who: Record<EuApplicants, EuTexts | null> = {
  any: null,
  organisations: null,
  company: { nl: 'voor één bedrijf', fr: 'pour une seule entreprise', en: 'for a single firm' },
  buyers: {
    nl: 'voor overheden die samen aankopen (ondernemingen schrijven later in)',
    fr: 'pour des acheteurs publics (les entreprises répondent ensuite à leur marché)',
    en: 'for public buyers (enterprises tender for their contract later)',
  },
  civil: {
    nl: 'voor verenigingen, overheden en instellingen',
    fr: 'pour des associations, pouvoirs publics et institutions',
    en: 'for associations, public bodies and institutions',
  },
  researcher: {
    nl: 'voor een onderzoeker met de instelling of onderneming die hem ontvangt',
    fr: "pour un chercheur et son organisme ou entreprise d'accueil",
    en: 'for a researcher with a host institution or enterprise',
  },
  passes_on: {
    nl: "voor wie programma's beheert (ondernemingen vragen later bij hen aan)",
    fr: "pour ceux qui gèrent des programmes (les entreprises s'adressent ensuite à eux)",
    en: 'for those who manage programmes (enterprises apply to them later)',
  },
  trade: {
    nl: 'voor beroeps-, branche- en producentenorganisaties',
    fr: 'pour des organisations professionnelles, interprofessionnelles et de producteurs',
    en: 'for trade, inter-trade and producer organisations',
  },
  contest: null,
  call: null,
}

const aside = (name: string | null): string => (name === null ? '' : ` (${name})`)

const says = {
  nl: {
    call: (programme: string | null) => `Europese oproep${aside(programme)}`,
    cascade: 'Oproep van een Europees project, dat een deel van zijn subsidie aan anderen geeft.',
    external: (country: string | null) => `Oproep van het extern optreden van de EU${aside(country)}.`,
    together: (count: number) => `met minstens ${count} partners uit ${count} landen`,
    alone: 'ook zonder partners',
    rate: (rate: string) => `Steun: ${rate}`,
    rateBeside: (rate: string, other: string, of: string) => `Steun: ${rate}, ${other} ${of}`,
    nonProfits: 'zonder winstoogmerk',
    smes: "voor kmo's",
    range: (least: string, most: string) => `${least} tot ${most}`,
    upTo: (most: string) => `tot ${most}`,
    from: (least: string) => `vanaf ${least}`,
    project: (amount: string) => `${amount} per project`,
    grants: (count: number) => `${count} verwacht`,
  },
  fr: {
    call: (programme: string | null) => `Appel européen${aside(programme)}`,
    cascade: "Appel d'un projet européen, qui donne à d'autres une partie de sa subvention.",
    external: (country: string | null) => `Appel de l'action extérieure de l'UE${aside(country)}.`,
    together: (count: number) => `avec au moins ${count} partenaires de ${count} pays`,
    alone: 'aussi sans partenaires',
    rate: (rate: string) => `Soutien : ${rate}`,
    rateBeside: (rate: string, other: string, of: string) => `Soutien : ${rate}, ${other} ${of}`,
    nonProfits: 'sans but lucratif',
    smes: 'pour les PME',
    range: (least: string, most: string) => `de ${least} à ${most}`,
    upTo: (most: string) => `jusqu'à ${most}`,
    from: (least: string) => `à partir de ${least}`,
    project: (amount: string) => `${amount} par projet`,
    grants: (count: number) => (count === 1 ? '1 attendu' : `${count} attendus`),
  },
  en: {
    call: (programme: string | null) => `European call${aside(programme)}`,
    cascade: 'Call of a European project, which gives a part of its grant to others.',
    external: (country: string | null) => `Call of the EU for external action${aside(country)}.`,
    together: (count: number) => `with at least ${count} partners from ${count} countries`,
    alone: 'without partners too',
    rate: (rate: string) => `Support: ${rate}`,
    rateBeside: (rate: string, other: string, of: string) => `Support: ${rate}, ${other} ${of}`,
    nonProfits: 'without profit',
    smes: 'for SMEs',
    range: (least: string, most: string) => `${least} to ${most}`,
    upTo: (most: string) => `up to ${most}`,
    from: (least: string) => `from ${least}`,
    project: (amount: string) => `${amount} a project`,
    grants: (count: number) => `${count} expected`,
  },
} satisfies Record<Language, unknown>

export type EuCallFacts = {
  kind: EuKind
  /** Null: the portal names none, or one that the table does not know. */
  type: EuTypeOfAction | null
  instrument: InstrumentType
  /** Name of the programme as people write it. */
  programme: string | null
  amount: EuAmount | null
  /** Number of grants that the portal expects to give. */
  grants: number | null
  /** ISO code of the country in which a call of the external action is; null where it names none or several. */
  country: string | null
}

/** Summary by language; null where nothing but the title is known. */
export function summaryInPlainWords(call: EuCallFacts): EuTexts | null {
  if (call.kind === 'topic' && call.type === null) return null
  return inEach((language) => sentences(call, language).join(' '))
}

/** Few words, and those alone that tell one call from another: each of them is found by whoever searches for it. */
function sentences({ kind, type, programme, amount, grants, country }: EuCallFacts, language: Language): string[] {
  const say = says[language]
  if (type === null) return [kind === 'cascade' ? say.cascade : say.external(countryName(country, language))]
  const first = [type.name[language], who[type.who]?.[language] ?? null, partnersOf(type, language)]
  const project = amount === null ? null : projectAmount(amount, language)
  const paid = [
    rateOf(type, language),
    project === null ? null : type.who === 'contest' ? project : say.project(project),
    project === null || grants === null ? null : say.grants(grants),
  ].filter((part) => part !== null)
  const colon = language === 'fr' ? ' :' : ':'
  const said = [`${say.call(programme)}${colon} ${first.filter((part) => part !== null).join(', ')}.`]
  if (paid.length > 0) said.push(`${capital(paid.join(', '))}.`)
  return said
}

/** The name of a country in words; null for a code that is none. */
function countryName(code: string | null, language: Language): string | null {
  return code === null ? null : (new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }).of(code) ?? null)
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function partnersOf({ who, partners }: EuTypeOfAction, language: Language): string | null {
  const say = says[language]
  if (partners !== null && partners > 1) return say.together(partners)
  return partners === 1 && (who === 'any' || who === 'organisations') ? say.alone : null
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
    nl: 'Dien het voorstel op tijd in op het portaal: de meeste oproepen eindigen op de laatste dag om 17 uur.',
    fr: 'Déposez la proposition à temps sur le portail : la plupart des appels se terminent à 17 heures le dernier jour.',
    en: 'Submit the proposal in time in the portal: most calls end at 17:00, Brussels time, on the last day.',
  },
  enter: {
    nl: 'Lees het wedstrijdreglement en zend de kandidatuur op tijd in op het portaal: de meeste wedstrijden eindigen op de laatste dag om 17 uur.',
    fr: 'Lisez le règlement du concours et déposez la candidature à temps sur le portail : la plupart des concours se terminent à 17 heures le dernier jour.',
    en: 'Read the rules of the contest and submit the entry in time in the portal: most contests end at 17:00, Brussels time, on the last day.',
  },
  atProject: {
    nl: 'Lees op de pagina van de oproep waar men aanvraagt: meestal bij het project zelf, niet op het portaal.',
    fr: "Lisez sur la page de l'appel où postuler : le plus souvent auprès du projet, et non sur le portail.",
    en: "Read on the call's page where to apply: in most cases at the project itself, not in the portal.",
  },
  prospect: {
    nl: 'Schrijf de organisatie in bij PADOR en dien de aanvraag in via PROSPECT, zoals de richtsnoeren van de oproep het vragen.',
    fr: "Inscrivez l'organisation dans PADOR et déposez la demande via PROSPECT, comme les lignes directrices de l'appel le demandent.",
    en: "Register the organisation in PADOR and submit the application in PROSPECT, as the call's guidelines ask.",
  },
} satisfies Record<string, EuTexts>

const template: EuTexts = {
  nl: 'Het voorstel, op het model van de oproep.',
  fr: "La proposition, sur le modèle de l'appel.",
  en: "The proposal, on the call's template.",
}

/** How to apply: in the portal, in that of the external action, or at the project that passes a part of its grant on. */
export function applicationOf({ kind, type, instrument }: EuCallFacts): EuApplication {
  if (kind === 'cascade') return { steps: [steps.atProject], documents: [], payment: null }
  if (kind === 'prospect') return { steps: [steps.prospect], documents: [], payment: null }
  if (instrument === 'prize') return { steps: [steps.enter], documents: [], payment: null }
  const isWithOthers = type !== null && needsPartners(type)
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

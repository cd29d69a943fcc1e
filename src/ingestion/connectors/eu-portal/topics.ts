/**
 * Which of our topics an EU call is about. Only what is certain is said: a call whose programme, programme part, type of
 * action or keyword names the subject outright. Everything else is left out; a wrong topic hides a call from those who
 * look for it and shows it to those who do not.
 *
 * The codes and labels are the portal's own, from its facet list of 22 August 2026.
 */
import { type Topic, topics } from '../../../values/vocabularies.ts'
import { decodedLabel, type EuRow, valuesOf } from './row.ts'

/** By the programme's abbreviation. Programmes without a single subject (SMP, PPPA, EUBA, ESF ...) are not here. */
const byProgramme = new Map<string, readonly Topic[]>(
  Object.entries({
    HORIZON: ['research_development', 'innovation'],
    H2020: ['research_development', 'innovation'],
    DIGITAL: ['digitalisation'],
    LIFE: ['climate_environment'],
    EDF: ['research_development', 'space_defence'],
    EURATOM: ['research_development', 'energy'],
    CREA: ['culture_creative'],
    CERV: ['inclusion_diversity'],
    'ERASMUS+': ['education'],
    RFCS: ['research_development'],
    I3: ['innovation', 'investment'],
    EMFAF: ['fisheries'],
    AGRIP: ['agriculture'],
    EU4H: ['health_life_sciences'],
    INNOVFUND: ['innovation', 'climate_environment'],
    RENEWFM: ['renewable_energy'],
  }),
)

/**
 * By what an identifier says of a strand of its programme. The portal's division "Health" also holds every mission and the
 * New European Bauhaus, so health goes by the identifier.
 */
const byIdentifier: readonly [form: RegExp, about: readonly Topic[]][] = [
  [/^CEF-T-/, ['sustainable_mobility']],
  [/^CEF-E-/, ['energy']],
  [/^CEF-DIG-/, ['digitalisation']],
  [/^DIGITAL-ECCC-/, ['cybersecurity']],
  [/^HORIZON-(HLTH|JU-IHI|JU-EDCTP3|JU-GH)-/, ['health_life_sciences']],
  [/^HORIZON-MISS-.*-CANCER-/, ['health_life_sciences']],
]

/** Strands whose subject is not the programme's: sport, for which we have no topic. */
const ofAnotherSubject = /^ERASMUS-SPORT-/

/** By `programmeDivision`, the parts of Horizon Europe. */
const byDivision = new Map<string, readonly Topic[]>(
  Object.entries({
    // Climate Science and Solutions
    '43120830': ['climate_environment'],
    // Energy Supply; Energy Systems and Grids; Energy Storage
    '43120835': ['energy'],
    '43121058': ['energy'],
    '43121088': ['energy'],
    // Buildings and Industrial Facilities in Energy Transition
    '43121063': ['energy_efficiency'],
    // Industrial Competitiveness in Transport; Clean, Safe and Accessible Transport and Mobility; Smart Mobility
    '43121073': ['sustainable_mobility'],
    '43121078': ['sustainable_mobility'],
    '43121083': ['sustainable_mobility'],
    // Environmental Observation; Biodiversity and Natural Resources
    '43121568': ['climate_environment'],
    '43121573': ['climate_environment'],
    // Agriculture, Forestry and Rural Areas
    '43121578': ['agriculture'],
    // Circular Systems; Circular Industries
    '43121598': ['circular_economy'],
    '43120236': ['circular_economy'],
    // Cultural Heritage
    '43118859': ['culture_creative'],
    // Cybersecurity
    '43120185': ['cybersecurity'],
    // Manufacturing Technologies; Low-Carbon and Clean Industries
    '43120198': ['manufacturing'],
    '43120244': ['manufacturing'],
    // Key Digital Technologies; Next Generation Internet; Advanced Computing and Big Data
    '43120203': ['digitalisation'],
    '43120226': ['digitalisation'],
    '43120231': ['digitalisation'],
    // Artificial Intelligence and Robotics
    '43120218': ['artificial_intelligence'],
    // Space, including Earth Observation
    '43120256': ['space_defence'],
    // The Accelerator
    '43121682': ['growth_scaleup'],
  }),
)

/** By `crossCuttingPriorities`, keyword or tag, in lower case and whole. */
const byWord = new Map<string, readonly Topic[]>(
  Object.entries({
    ai: ['artificial_intelligence'],
    digitalagenda: ['digitalisation'],
    'artificial intelligence': ['artificial_intelligence'],
    'artificial intelligence & decision support': ['artificial_intelligence'],
    'artificial intelligence, intelligent systems, multi agent systems': ['artificial_intelligence'],
    'circular economy': ['circular_economy'],
    'climate change mitigation': ['climate_environment'],
    cybersecurity: ['cybersecurity'],
    'cybersecurity domains': ['cybersecurity'],
    'digital transformation': ['digitalisation'],
    'energy efficiency': ['energy_efficiency'],
    'energy efficient buildings': ['energy_efficiency'],
    'renewable energy sources': ['renewable_energy'],
    'social economy': ['social_economy'],
    'sustainable transport': ['sustainable_mobility'],
  }),
)

const byAction: readonly [form: RegExp, about: readonly Topic[]][] = [
  [/EIC Accelerator/, ['growth_scaleup']],
  [/EIC Equity Only/, ['growth_scaleup', 'financing']],
]

/** The topics of a row in the order of the vocabulary, each once; empty where nothing is certain. */
export function topicsOf(row: EuRow, programme: string | null, identifier: string): Topic[] {
  const actions = valuesOf(row, 'typesOfAction')
  const words = ['crossCuttingPriorities', 'keywords', 'tags'].flatMap((key) => valuesOf(row, key))
  const found = new Set<Topic>([
    ...(programme === null || ofAnotherSubject.test(identifier) ? [] : (byProgramme.get(programme) ?? [])),
    ...byIdentifier.flatMap(([form, about]) => (form.test(identifier) ? about : [])),
    ...valuesOf(row, 'programmeDivision').flatMap((code) => byDivision.get(code) ?? []),
    ...byAction.flatMap(([form, about]) => (actions.some((action) => form.test(action)) ? about : [])),
    ...words.flatMap((word) => byWord.get(decodedLabel(word).toLowerCase()) ?? []),
  ])
  return topics.filter((topic) => found.has(topic))
}

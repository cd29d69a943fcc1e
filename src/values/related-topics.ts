/** Which topics are alike (contract 5, topic fit): a project on the one is half a match for a measure on the other. */
import { type Topic, topics } from './vocabularies.ts'

/** Each with every other of its group. */
const groups: readonly (readonly Topic[])[] = [
  ['energy_efficiency', 'renewable_energy', 'energy', 'climate_environment'],
  ['construction_renovation', 'housing', 'energy_efficiency', 'renewable_energy'],
  ['digitalisation', 'cybersecurity', 'artificial_intelligence'],
  ['innovation', 'research_development', 'intellectual_property'],
  ['hiring_employment', 'training', 'inclusion_diversity', 'social_economy'],
  ['growth_scaleup', 'financing', 'investment', 'starting_business', 'transformation'],
]

/** The first with each of the others. */
const stars: readonly (readonly [Topic, readonly Topic[]])[] = [
  ['circular_economy', ['climate_environment', 'water', 'manufacturing']],
  ['sustainable_mobility', ['climate_environment', 'energy']],
  ['agriculture', ['fisheries']],
  ['tourism_hospitality', ['culture_creative']],
  ['education', ['training']],
  ['family_care', ['inclusion_diversity', 'housing']],
  ['crisis_support', ['financing']],
  ['advice_consultancy', ['training', 'growth_scaleup', 'starting_business', 'internationalisation']],
  ['research_development', ['space_defence', 'health_life_sciences']],
  [
    'investment',
    [
      'energy_efficiency',
      'renewable_energy',
      'digitalisation',
      'manufacturing',
      'circular_economy',
      'sustainable_mobility',
      'construction_renovation',
      'retail_commerce',
      'tourism_hospitality',
      'agriculture',
      'fisheries',
      'water',
    ],
  ],
]

const related: ReadonlyMap<Topic, ReadonlySet<Topic>> = (() => {
  const found = new Map<Topic, Set<Topic>>(topics.map((topic) => [topic, new Set()]))
  const relate = (one: Topic, other: Topic): void => {
    if (one === other) return
    found.get(one)?.add(other)
    found.get(other)?.add(one)
  }
  for (const group of groups) for (const one of group) for (const other of group) relate(one, other)
  for (const [one, others] of stars) for (const other of others) relate(one, other)
  return found
})()

const inOrder: ReadonlyMap<Topic, readonly Topic[]> = new Map(
  topics.map((topic) => [topic, topics.filter((other) => related.get(topic)?.has(other) === true)]),
)

/** The topics related to one, in the vocabulary's order. */
export function relatedTopics(topic: Topic): readonly Topic[] {
  return inOrder.get(topic) ?? []
}

/** How alike two topics are: 1 the same, 0.5 related, else 0. */
export function likeness(one: Topic, other: Topic): number {
  if (one === other) return 1
  return related.get(one)?.has(other) === true ? 0.5 : 0
}

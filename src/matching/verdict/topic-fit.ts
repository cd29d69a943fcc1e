/**
 * How well the topics of a project and of a measure fit (contract 5, topic fit): the mean, over the project's topics, of the
 * best likeness to one of the measure's. 0 to 1 in whole hundredths, halves up: as shown, and as counted.
 */
import { likeness } from '../../values/related-topics.ts'
import type { Topic } from '../../values/vocabularies.ts'

/** What stands in where project or measure names no topic. */
export const neutralFit = 0.5

export function topicFit(ofProject: readonly Topic[] | null, ofMeasure: readonly Topic[]): number {
  const project = new Set(ofProject)
  if (project.size === 0 || ofMeasure.length === 0) return neutralFit
  let halves = 0
  for (const topic of project) halves += 2 * bestLikeness(topic, ofMeasure)
  return meanFit(halves, project.size)
}

function bestLikeness(topic: Topic, ofMeasure: readonly Topic[]): number {
  let best = 0
  for (const other of ofMeasure) best = Math.max(best, likeness(topic, other))
  return best
}

/** The mean of `count` likenesses, given twice their sum, which is whole: so that the rounding is exact. */
export function meanFit(halves: number, count: number): number {
  return Math.floor((100 * halves + count) / (2 * count)) / 100
}

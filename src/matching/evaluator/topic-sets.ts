/** For each topic the measures that name it, and from them those that share a topic with a project. */

import type { Bits } from '../../search/sets/bitset.ts'
import { relatedTopics } from '../../values/related-topics.ts'
import type { Topic } from '../../values/vocabularies.ts'
import { entryOf } from './columns/column.ts'
import { emptySet } from './sets/measure-sets.ts'
import { OrdinalSet } from './sets/ordinal-set.ts'

export class TopicSets {
  readonly #naming = new Map<Topic, OrdinalSet>()
  #sharing: Bits

  constructor() {
    this.#sharing = emptySet(0)
  }

  add(ordinal: number, topics: readonly Topic[]): void {
    for (const topic of topics) entryOf(this.#naming, topic, () => new OrdinalSet()).add(ordinal)
  }

  drop(ordinal: number, topics: readonly Topic[]): void {
    for (const topic of topics) this.#naming.get(topic)?.drop(ordinal)
  }

  /** Measures with a topic that is the same as, or related to, one of these; over so many words, until the next call. */
  sharing(named: readonly Topic[], words: number): Bits {
    if (this.#sharing.length === words) this.#sharing.fill(0)
    else this.#sharing = emptySet(words)
    for (const topic of alikeTo(named)) this.#naming.get(topic)?.uniteInto(this.#sharing)
    return this.#sharing
  }
}

/** Topics that are the same as, or related to, one of these. */
function alikeTo(named: readonly Topic[]): Set<Topic> {
  const alike = new Set(named)
  for (const topic of named) for (const other of relatedTopics(topic)) alike.add(other)
  return alike
}

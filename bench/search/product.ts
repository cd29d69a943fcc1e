/** The service's own index, as the list route asks it: the words are folded from the text of the query. */
import { MeasureIndex } from '../../src/measures/core/index/measure-index.ts'
import type { Position } from '../../src/measures/core/index/query.ts'
import { wordsOf } from '../../src/measures/core/words.ts'
import { covers, idOf } from './catalogue.ts'
import type { Asked, Catalogue, Engine } from './engine.ts'

export async function open(catalogue: Catalogue): Promise<Engine> {
  const index = MeasureIndex.build(catalogue.entries(), covers)
  return {
    run: ({ q, filters, sort, limit, after }: Asked) => {
      const answer = index.search({ words: wordsOf(q), filters, sort, after: positionOf(sort, after), limit })
      return { total: answer.total, rows: answer.ids.map((id) => Number(id.slice('bench:'.length))) }
    },
    diskBytes: () => 0,
    close: () => {},
  }
}

function positionOf(sort: string, after: Asked['after']): Position | null {
  if (after === null) return null
  return { sortValue: sort.startsWith('title:') ? after.title : after.value, id: idOf(after.number) }
}

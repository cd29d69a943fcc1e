/** The service's own index, as the list route asks it: the words are folded from the text of the query. */
import { MeasureIndex } from '../../src/measures/core/index/measure-index.ts'
import type { Answer, Position } from '../../src/measures/core/index/query.ts'
import { wordsOf } from '../../src/measures/core/words.ts'
import { covers, idOf } from './catalogue.ts'
import type { Asked, Catalogue, Engine } from './engine.ts'

export async function open(catalogue: Catalogue): Promise<Engine> {
  const index = MeasureIndex.build(catalogue.entries(), covers)
  let last: Answer | null = null
  return {
    run: ({ q, filters, sort, limit, after }: Asked) => {
      last = index.search({ words: wordsOf(q), filters, sort, after: positionOf(sort, after), limit })
    },
    read: () => ({ total: last?.total ?? 0, rows: last?.ids.map((id) => Number(id.slice('bench:'.length))) ?? [] }),
    diskBytes: () => 0,
    close: () => {},
  }
}

function positionOf(sort: string, after: Asked['after']): Position | null {
  if (after === null) return null
  return { sortValue: sort.startsWith('title:') ? after.title : after.value, id: idOf(after.number) }
}

/**
 * The service's own list, as its route asks it: from the text of the query and the cursor to the ids of the page, the total
 * and the next cursor, sealed.
 */
import { cursorKeys } from '../../src/contract/cursor.ts'
import { MeasureIndex } from '../../src/measures/finding/measure-index.ts'
import type { IndexSort } from '../../src/measures/finding/query.ts'
import { type FoundPage, findPage, type ListRequest } from '../../src/measures/list.ts'
import type { Language, Sort } from '../../src/values/vocabularies.ts'
import { covers } from './catalogue.ts'
import type { Asked, Catalogue, Engine } from './engine.ts'

const cursors = { keys: cursorKeys(Buffer.alloc(32, 7), null), generation: 'bench' }

export async function open(catalogue: Catalogue): Promise<Engine> {
  const index = MeasureIndex.build(catalogue.entries(), covers)
  const page = (request: ListRequest): FoundPage => findPage(index, request, catalogue.count, cursors)
  return {
    requestOf: (asked) => {
      const request = requestOf(asked)
      if (asked.offset === 0) return request
      // The cursor that a caller has who has read so far.
      return { ...request, cursor: page({ ...request, limit: asked.offset }).pagination.next_cursor }
    },
    run: (request) => page(request as ListRequest),
    read: (answer) => {
      const { total, ids } = answer as FoundPage
      return { total, rows: ids.map((id) => Number(id.slice('bench:'.length))) }
    },
    diskBytes: () => 0,
    close: () => {},
  }
}

function requestOf({ q, filters, sort, limit }: Asked): ListRequest {
  const [named, language] = nameOf(sort)
  const common = { filters, sort: named, view: undefined, lang: language, limit, cursor: undefined }
  return { ...common, q: q === '' ? undefined : q }
}

function nameOf(sort: IndexSort): [Sort, Language | undefined] {
  if (sort === 'title:nl') return ['title', 'nl']
  if (sort === 'title:fr') return ['title', 'fr']
  return sort === 'title:en' ? ['title', 'en'] : [sort, undefined]
}

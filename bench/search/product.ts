/**
 * The service's own list, as its route asks it: from the text of the query and the cursor to the ids of the page, the total
 * and the next cursor, sealed.
 */
import { cursorKeys } from '../../src/contract/cursor.ts'
import { MeasureIndex } from '../../src/measures/finding/measure-index.ts'
import type { Filters } from '../../src/measures/finding/query.ts'
import { type FoundPage, findPage, type ListRequest } from '../../src/measures/list.ts'
import type { Language, Sort } from '../../src/values/vocabularies.ts'
import { covers } from './catalogue.ts'
import type { Asked, Catalogue, Engine } from './engine.ts'
import type { ListSort } from './queries.ts'

const cursors = { keys: cursorKeys(Buffer.alloc(32, 7), null), generation: 'bench' }

export async function open(catalogue: Catalogue): Promise<Engine> {
  const index = MeasureIndex.build(catalogue.entries(), covers)
  const page = (request: ListRequest): FoundPage => findPage(index, request, catalogue.count, cursors, () => null)
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

/** As the route makes it: every filter is there, those not asked for as null. */
function requestOf({ q, filters: asked, sort, limit }: Asked): ListRequest {
  const [named, language] = nameOf(sort)
  const filters: Filters = {
    region: asked.region ?? null,
    topic: asked.topic ?? null,
    company_size: asked.company_size ?? null,
    applicant_type: asked.applicant_type ?? null,
    instrument_type: asked.instrument_type ?? null,
    status: asked.status ?? null,
    government_level: asked.government_level ?? null,
    scope: asked.scope ?? null,
    source: asked.source ?? null,
    issuer: asked.issuer ?? null,
    nace: asked.nace ?? null,
    programme: asked.programme ?? null,
    deadline_before: asked.deadline_before ?? null,
    deadline_after: asked.deadline_after ?? null,
    updated_since: asked.updated_since ?? null,
    include_withdrawn: asked.include_withdrawn ?? false,
  }
  const common = { words: undefined, filters, sort: named, view: undefined, lang: language, limit, cursor: undefined }
  return { ...common, q: q === '' ? undefined : q }
}

function nameOf(sort: ListSort): [Sort, Language | undefined] {
  if (sort === 'title:nl') return ['title', 'nl']
  if (sort === 'title:fr') return ['title', 'fr']
  return sort === 'title:en' ? ['title', 'en'] : [sort, undefined]
}

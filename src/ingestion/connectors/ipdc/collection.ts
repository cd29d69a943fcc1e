/**
 * Reads the catalogue's collection of support products through its API. The collection moves while it is read: a product
 * that is changed meanwhile may slip from a page ahead to one behind. Products are therefore counted by id against the
 * total that every page announces; where that does not fit, all is read again, a bounded number of times, and then the
 * reading fails rather than losing a product.
 */
import { ConnectorFailure } from '../connector.ts'
import { isObject, localIdOf } from './product.ts'
import { askCatalogue, type CatalogueAccess } from './requests.ts'

type CollectionReading = CatalogueAccess & {
  pageSize: number
  progress(products: number, total: number): void
}

const collectionPath = '/doc/instantie'
const readingsMax = 3

/** Every product of the collection once, as the catalogue gives it; ended only when one whole reading found them all. */
export async function* readCollection(reading: CollectionReading): AsyncGenerator<unknown> {
  const handedOut = new Set<string>()
  let told = ''
  for (let number = 1; number <= readingsMax; number += 1) {
    const found = new Set<string>()
    let total = 0
    for await (const { id, product, announced } of readOnce(reading)) {
      total = announced
      found.add(id)
      if (!handedOut.has(id)) yield product
      handedOut.add(id)
    }
    if (found.size >= total) return
    told = `the catalogue announces ${total} products and ${found.size} could be read`
  }
  throw new ConnectorFailure(`${told}, after ${readingsMax} readings`)
}

type Found = { id: string; product: unknown; announced: number }

async function* readOnce(reading: CollectionReading): AsyncGenerator<Found> {
  let seen = 0
  for (let index = 0; ; index += 1) {
    const { page } = await askCatalogue(reading, pageAddress(reading, index), readCollectionPage)
    if (page === null) throw new ConnectorFailure('the catalogue has no collection of products')
    for (const product of page.members) {
      const id = isObject(product) ? localIdOf(product) : null
      yield { id: id ?? `without an id, ${seen}`, product, announced: page.total }
      seen += 1
    }
    reading.progress(seen, page.total)
    // A page before the last that holds nothing leaves the count short.
    if (page.members.length === 0 || seen >= page.total) return
  }
}

function pageAddress({ origin, pageSize }: CollectionReading, index: number): string {
  return `${origin}${collectionPath}?types=FinancieelVoordeel&gearchiveerd=false&limit=${pageSize}&pageIndex=${index}`
}

type CollectionPage = { total: number; members: unknown[] }

/** Reads a page; null when the JSON is none. */
function readCollectionPage(json: unknown): CollectionPage | null {
  if (!isObject(json)) return null
  const { hydraTotalItems: total, hydraMember: members } = json
  const isTotal = typeof total === 'number' && Number.isSafeInteger(total) && total >= 0
  return isTotal && Array.isArray(members) ? { total, members } : null
}

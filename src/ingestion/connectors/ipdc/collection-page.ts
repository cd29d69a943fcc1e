/** A page of the catalogue's collection of products (hydra), as its API gives it. */
import { isObject } from './product.ts'

export type CollectionPage = { total: number; members: unknown[] }

/** Reads a page; null when the JSON is none. */
export function readCollectionPage(json: unknown): CollectionPage | null {
  if (!isObject(json)) return null
  const { hydraTotalItems: total, hydraMember: members } = json
  const isTotal = typeof total === 'number' && Number.isSafeInteger(total) && total >= 0
  return isTotal && Array.isArray(members) ? { total, members } : null
}

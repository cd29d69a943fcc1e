/**
 * Reads the catalogue's stream of versions to its end: from its first page, or from the page where the last reading
 * stopped, which is read again because it may have grown.
 */
import { conditionalHeaders, type OutboundAnswer, validatorsOf } from '../../../platform/outbound/outbound.ts'
import { ConnectorFailure } from '../connector.ts'
import type { StreamJournal, StreamMark } from './journal.ts'
import { askCatalogue, type CatalogueAccess } from './requests.ts'
import { readStreamPage, type StreamPage } from './versions.ts'

export type StreamReading = CatalogueAccess & {
  pageSize: number
  keepsWording: boolean
  /** After each page: members read so far. */
  progress(members: number, page: string): void
}

const streamPath = '/doc/instantiesnapshot'
/** Pages of one reading; with 25 members each, fifty times what the catalogue has. */
const pagesMax = 500_000

/** Brings the journal up to the end of the stream. Answers how many members name no product. */
export async function followStream(reading: StreamReading, journal: StreamJournal): Promise<{ unnamed: number }> {
  const resumed = await resume(reading, journal)
  if (resumed === 'ended') return { unnamed: 0 }
  if (resumed === 'moved') await journal.clear()
  const ahead = journal.mark?.ahead.slice() ?? [pageAddress(reading, '0')]
  const asked = new Set<string>()
  const soFar = { members: 0, unnamed: 0 }
  for (let page = ahead.shift(); page !== undefined; page = ahead.shift()) {
    if (asked.has(page)) continue
    if (asked.size >= pagesMax) throw new ConnectorFailure(`the stream has more than ${pagesMax} pages`)
    asked.add(page)
    const { answer, page: read } = await askPage(reading, page, {})
    if (read === null) throw new ConnectorFailure(`the catalogue has no page ${page}, to which its stream leads`)
    for (const next of read.ahead) ahead.push(followed(reading, page, next))
    await journal.turnPage(read.versions, markOf(page, read, answer, ahead))
    soFar.members += read.versions.length
    soFar.unnamed += read.unnamed
    reading.progress(soFar.members, page)
  }
  return { unnamed: soFar.unnamed }
}

/**
 * Reads the page again at which the last reading stopped, if it changed. `moved`: there is no such page, or it begins with
 * another member, so that what was remembered of the stream holds no longer. `more`: the journal's mark leads on.
 */
async function resume(reading: StreamReading, journal: StreamJournal): Promise<'ended' | 'moved' | 'more'> {
  const { mark } = journal
  if (mark === null) return 'moved'
  const headers = conditionalHeaders({ etag: mark.etag, lastModified: mark.lastModified })
  const { answer, page } = await askPage(reading, mark.page, headers)
  if (answer.status === 304) return mark.ahead.length === 0 ? 'ended' : 'more'
  if (page === null || (mark.firstId !== null && page.firstId !== mark.firstId)) return 'moved'
  const ahead = [...new Set([...mark.ahead, ...page.ahead.map((next) => followed(reading, mark.page, next))])]
  await journal.turnPage(page.versions, markOf(mark.page, page, answer, ahead))
  reading.progress(page.versions.length, mark.page)
  return ahead.length === 0 ? 'ended' : 'more'
}

function askPage(reading: StreamReading, page: string, headers: Record<string, string>) {
  return askCatalogue(reading, page, (json) => readStreamPage(json, reading), headers)
}

function markOf(page: string, { firstId }: StreamPage, answer: OutboundAnswer, ahead: readonly string[]): StreamMark {
  const { etag, lastModified } = validatorsOf(answer)
  return { page, firstId, etag, lastModified, ahead: [...ahead] }
}

function pageAddress({ origin, pageSize }: StreamReading, number: string): string {
  return `${origin}${streamPath}?limit=${pageSize}&pageNumber=${encodeURIComponent(number)}`
}

/**
 * The page that a relation leads to. The catalogue stands behind servers that name it otherwise, so only the number is
 * taken from the address; one without a number must lie on the same server, which alone is told the key.
 */
function followed(reading: StreamReading, from: string, node: string): string {
  const url = URL.parse(node, from)
  const number = url?.searchParams.get('pageNumber') ?? null
  if (number !== null) return pageAddress(reading, number)
  if (url === null || url.origin !== new URL(reading.origin).origin) {
    throw new ConnectorFailure(`the stream leads to another server: ${node.slice(0, 200)}`)
  }
  return url.href
}

/** Verifying the addresses of a source's records, and keeping what was really seen (`sources check`). */
import { movePublication } from '../../changes/append.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { OutboundFetch } from '../../platform/outbound/outbound.ts'
import { getSource, lockSource } from '../../sources/registry.ts'
import { textsOf } from '../../values/localized-text.ts'
import { measuresPage } from '../catalogue/catalogue-store.ts'
import { putLinkChecks } from './link-check-store.ts'
import { type LinkCheck, outcomeOf } from './seen-address.ts'

export type LinkCheckMeans = { database: Database; clock: Clock; fetch: OutboundFetch }

/** One address and the measures whose page it is. */
export type CheckedLink = { url: string; measureIds: string[]; check: LinkCheck | null; fault: string | null }

export type LinkCheckOptions = {
  signal: AbortSignal
  onProgress?(progress: { sourceId: string; done: number; total: number; note: null }): void
}

/** Addresses looked at together: many of a source's pages stand on one host, which is not to be pressed. */
const linksAtOnce = 3
const pageSize = 500
/** Measures whose results are written together. */
const keptTogether = 20
/** Two attempts of ten seconds: a page that is slower than that is not one a person would wait for. */
const limits = { attemptsMax: 2, exchangeTimeoutMs: 10_000, bodyBytesMax: 5_000_000 }

/**
 * Looks at every address of the source's listed measures, each address once, and keeps what was seen as it comes. What could not be
 * reached is answered with its fault and leaves what was known. Refuses `source_not_found`.
 */
export async function checkLinks(
  means: LinkCheckMeans,
  sourceId: string,
  options: LinkCheckOptions,
): Promise<CheckedLink[]> {
  await getSource(means.database, sourceId)
  const links = await linksOf(means.database, sourceId)
  const results = new Results(means, sourceId, links)
  let done = 0
  const queue = [...links]
  const look = async (): Promise<void> => {
    for (let link = queue.shift(); link !== undefined; link = queue.shift()) {
      options.signal.throwIfAborted()
      await lookAt(means, link, options.signal)
      // What failed because it was told to stop says nothing of the page.
      options.signal.throwIfAborted()
      await results.take(link)
      done += 1
      options.onProgress?.({ sourceId, done, total: links.length, note: null })
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: linksAtOnce }, look))
  await results.keep()
  for (const end of ends) if (end.status === 'rejected') throw end.reason
  return links
}

async function linksOf(database: Database, sourceId: string): Promise<CheckedLink[]> {
  const links = new Map<string, CheckedLink>()
  for (let after = ''; ; ) {
    const page = await measuresPage(database, after, pageSize)
    for (const measure of page) {
      if (measure.sourceId !== sourceId || measure.withdrawnAt !== null || measure.mergedInto !== null) continue
      for (const url of new Set(textsOf(measure.record.url))) {
        const link = links.get(url) ?? { url, measureIds: [], check: null, fault: null }
        link.measureIds.push(measure.id)
        links.set(url, link)
      }
    }
    const last = page.at(-1)
    if (last === undefined || page.length < pageSize) return [...links.values()]
    after = last.id
  }
}

async function lookAt({ fetch, clock }: LinkCheckMeans, link: CheckedLink, signal: AbortSignal): Promise<void> {
  try {
    const { status, url: finalUrl } = await fetch({ method: 'GET', url: link.url, signal, limits })
    const outcome = outcomeOf(link.url, status, finalUrl)
    link.check = { url: link.url, outcome, httpStatus: status, finalUrl, checkedAt: clock.now() }
  } catch (error) {
    link.fault = error instanceof Error ? error.message : String(error)
  }
}

/**
 * Keeps results as they come, so that a check of an hour that is cut short has kept what it saw. One row a measure: of
 * several addresses (by language) the one that showed least counts, and a measure is kept when all of its were seen.
 */
class Results {
  readonly #means: LinkCheckMeans
  readonly #sourceId: string
  readonly #linksOf = new Map<string, CheckedLink[]>()
  readonly #looked = new Set<CheckedLink>()
  #unkept: (LinkCheck & { measureId: string })[] = []
  #keeping: Promise<void> = Promise.resolve()

  constructor(means: LinkCheckMeans, sourceId: string, links: readonly CheckedLink[]) {
    this.#means = means
    this.#sourceId = sourceId
    for (const link of links) {
      for (const id of link.measureIds) this.#linksOf.set(id, [...(this.#linksOf.get(id) ?? []), link])
    }
  }

  async take(link: CheckedLink): Promise<void> {
    this.#looked.add(link)
    for (const measureId of link.measureIds) {
      const links = this.#linksOf.get(measureId) ?? []
      if (!links.every((one) => this.#looked.has(one))) continue
      const checks = links.flatMap(({ check }) => (check === null ? [] : [check]))
      const [worst] = checks.toSorted((left, right) => badness(right) - badness(left))
      if (worst !== undefined && checks.length === links.length) this.#unkept.push({ ...worst, measureId })
    }
    if (this.#unkept.length >= keptTogether) await this.keep()
  }

  /** Writes what was not written yet, one after the other. */
  keep(): Promise<void> {
    const writing = this.#keeping.then(() => this.#write())
    this.#keeping = writing.catch(() => undefined)
    return writing
  }

  async #write(): Promise<void> {
    const checks = this.#unkept
    if (checks.length === 0) return
    this.#unkept = []
    const { database, clock } = this.#means
    try {
      await database.transaction(async (transaction) => {
        await lockSource(transaction, database, this.#sourceId)
        const publication = await movePublication(transaction, clock.now())
        await putLinkChecks(transaction, checks, publication)
      })
    } catch (error) {
      // Kept with the next ones, or told at the end.
      this.#unkept = [...checks, ...this.#unkept]
      throw error
    }
  }
}

function badness({ outcome }: LinkCheck): number {
  return ['seen', 'moved', 'refused', 'gone'].indexOf(outcome)
}

/**
 * The feed as one reader has it: in order, each event once, versions of a measure without a hole. What its account watches is told
 * there too: for each company and each version that changes its verdict one event, and no other.
 */
import type { Ground } from './ground.ts'

export type Size = 'small' | 'large'
export type FeedEvent = {
  id: string
  event: string
  data: {
    id: string
    version: number | null
    diff: Record<string, { from: unknown; to: unknown }>
    summary: { company_reference?: string; subsidy_id?: string; match_status?: string; previous_status?: string }
  }
}

/** Versions by measure that were there for certain when something was done, or not before it. */
type Versions = ReadonlyMap<string, number>

type Watched = {
  size: Size
  /** Of later versions it is told for certain; null while that is not known, or where it is not certain at all. */
  from: Versions | null
  /** Of later versions it is not told. */
  until: Versions | null
  isCertain: boolean
}

export type FeedReader = {
  seen: Map<string, FeedEvent>
  /** The newest version of each measure that an event told of. */
  newest: Map<string, number>
  /** Reads on; whether the end was reached. */
  read(): Promise<boolean>
  /** A company that an answer said is on watch. */
  watches(reference: string, size: Size): void
  /** It has other facts from some time on: of which versions it is told is not certain any more. */
  changes(reference: string): void
  /** An answer said that it is off. */
  leaves(reference: string): void
  /** What is missing of what must have been told; empty when all is. */
  untold(): string[]
  /** What was told and must not have been. */
  overtold(): string[]
  /** Whom a company of that size fits, by measure: what the last flip made of it. */
  sizeOf(measure: string): Size | undefined
}

export function feedReader(ground: Ground, key: string): FeedReader {
  const { wrong, ask } = ground
  const seen = new Map<string, FeedEvent>()
  const newest = new Map<string, number>()
  const flips = new Map<string, Map<number, Size>>()
  const told = new Map<string, FeedEvent>()
  const companies = new Map<string, Watched>()
  /** Called with what is newest, at the next end of the feed that was asked for after now. */
  let waiting: ((versions: Versions) => void)[] = []
  let cursor = ''

  const takeVersion = ({ event, data: { id, version, diff } }: FeedEvent): void => {
    if (version === null || !event.startsWith('subsidy.')) return
    const before = newest.get(id) ?? 0
    if (version !== before + 1) wrong.push(`${id}: version ${version} after ${before}`)
    newest.set(id, version)
    const sizes = diff.company_sizes?.to
    if (sizes === undefined) return
    const byVersion = flips.get(id) ?? new Map<number, Size>()
    flips.set(id, byVersion.set(version, String(sizes) === 'small' ? 'small' : 'large'))
  }
  const takeMatch = (event: FeedEvent): void => {
    const { version, summary } = event.data
    const id = summary.subsidy_id ?? ''
    const reference = summary.company_reference ?? ''
    const name = `${reference} ${id} ${version}`
    if (told.has(name)) wrong.push(`${name} was told twice: ${told.get(name)?.id} and ${event.id}`)
    told.set(name, event)
    if ((newest.get(id) ?? 0) < Number(version)) wrong.push(`${name} was told before its version`)
    const company = companies.get(reference)
    const fits = flips.get(id)?.get(Number(version))
    if (fits === undefined) wrong.push(`${name} was told of a version that changes nobody's verdict`)
    else if (company?.isCertain && event.event !== (fits === company.size ? 'match.created' : 'match.removed'))
      wrong.push(`${name}: ${event.event}, and it is for ${fits} ones now`)
  }

  return {
    ...{ seen, newest },
    async read() {
      // Who comes while this read is under way waits for the next: its answer may have been read from the store before.
      const beforeRead = [...waiting]
      const target = `/v1/changes?limit=100${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`
      const answer = await ask('GET', target, { key })
      if (answer?.status !== 200) return false
      const { data, pagination } = answer.json() as unknown as {
        data: FeedEvent[]
        pagination: { next_cursor: string; has_more: boolean }
      }
      for (const event of data) {
        if (seen.has(event.id)) wrong.push(`${event.id} was read twice`)
        seen.set(event.id, event)
        if (event.event.startsWith('match.')) takeMatch(event)
        else takeVersion(event)
      }
      cursor = pagination.next_cursor
      if (pagination.has_more) return false
      const versions = new Map(newest)
      for (const settle of beforeRead) settle(versions)
      waiting = waiting.filter((each) => !beforeRead.includes(each))
      return true
    },
    watches(reference, size) {
      const company: Watched = { size, from: null, until: null, isCertain: true }
      companies.set(reference, company)
      waiting.push((versions) => {
        company.from = versions
      })
    },
    changes(reference) {
      const company = companies.get(reference)
      if (company !== undefined) company.isCertain = false
    },
    leaves(reference) {
      const company = companies.get(reference)
      if (company === undefined) return
      company.isCertain = false
      waiting.push((versions) => {
        company.until = versions
      })
    },
    untold() {
      const missing: string[] = []
      for (const [reference, { from, isCertain }] of companies) {
        if (!isCertain || from === null) continue
        for (const [id, byVersion] of flips) {
          for (const version of byVersion.keys()) {
            const name = `${reference} ${id} ${version}`
            const since = from.get(id) ?? 0
            if (version > since && !told.has(name)) missing.push(`${name} (on the list since ${since})`)
          }
        }
      }
      return missing
    },
    overtold: () =>
      [...told.values()].flatMap(({ data: { version, summary } }) => {
        const id = summary.subsidy_id ?? ''
        const until = companies.get(summary.company_reference ?? '')?.until ?? null
        const isOver = until !== null && Number(version) > (until.get(id) ?? 0)
        return isOver ? [`${summary.company_reference} is told of ${id} ${version} after it was taken off`] : []
      }),
    sizeOf: (measure) => [...(flips.get(measure) ?? [])].at(-1)?.[1],
  }
}

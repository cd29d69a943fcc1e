/**
 * Which events of the feed are passed on: those that an endpoint with these filters would be sent. They are judged here, by the
 * rules of endpoints, for the feed has no filter of topics and lists and judges regions otherwise; what it would leave out
 * itself, it is asked to.
 */
import { type Filters, filteredEvent, judgeOf } from '../../webhooks/filters.ts'
import { CommandFault } from '../output.ts'
import { type FeedEvent, idsOfMeasureIn, sourcesIn, toldBy } from './answers.ts'
import { type Ask, unexpected } from './service.ts'

export type Filtering = {
  /** Parameters for `/v1/changes`. */
  parameters: Record<string, string>
  passes(event: FeedEvent): Promise<boolean>
}

type Sources = NonNullable<ReturnType<typeof sourcesIn>>

/** Asks the service for what the filters name. Throws a `CommandFault` where there is no such watchlist. */
export async function filteringBy(filters: Filters, baseUrl: string, ask: Ask): Promise<Filtering> {
  for (const id of filters.watchlists) {
    const { status, code, message } = await ask(`/v1/watchlists/${encodeURIComponent(id)}`)
    if (status !== 200) throw new CommandFault(code, message)
  }
  const needsSources = filters.sources.length > 0 || filters.regions.length > 0
  let sources: Sources = needsSources ? await readSources(baseUrl, ask) : new Map()
  let measures = await readMeasures(filters, ask)
  const judge = judgeOf(filters)

  /** The event of a source does not tell its regions. One that was not there at the start is asked for. */
  async function regionsOf(event: FeedEvent): Promise<readonly string[]> {
    if (event.subject !== 'source' || filters.regions.length === 0) return event.regions
    const id = event.subjectId.toLowerCase()
    if (!sources.has(id)) sources = new Map([...sources, ...(await readSources(baseUrl, ask))])
    return sources.get(id)?.regions ?? []
  }

  return {
    parameters: {
      ...(filters.event_types.length > 0 ? { type: filters.event_types.join(',') } : {}),
      // One that is not listed is as it was given: the service says whether there is such a source.
      ...(filters.sources.length > 0
        ? { source: filters.sources.map((id) => sources.get(id.toLowerCase())?.id ?? id).join(',') }
        : {}),
    },
    async passes(event) {
      if (event.categories.includes('subsidy.merged')) measures = await readMeasures(filters, ask)
      const told = toldBy(event, await regionsOf(event))
      return judge(filteredEvent(told, (id) => measures.get(id.toLowerCase()) ?? null))
    },
  }
}

async function readSources(baseUrl: string, ask: Ask): Promise<Sources> {
  const path = '/v1/sources'
  const sources = sourcesIn((await ask(path)).body)
  if (sources === null) throw unexpected(baseUrl, path, 'what is no list of sources')
  return sources
}

/** Every id of the measures that are named, by each of them; an id that nobody has heard of is taken as it is. */
async function readMeasures({ subsidy_ids }: Filters, ask: Ask): Promise<Map<string, readonly string[]>> {
  const groups = new Map<string, readonly string[]>()
  for (const named of subsidy_ids) {
    const { status, body } = await ask(`/v1/subsidies/${encodeURIComponent(named)}`)
    const ids = status === 200 ? [named, ...idsOfMeasureIn(body)] : [named]
    for (const id of ids) groups.set(id.toLowerCase(), ids)
  }
  return groups
}

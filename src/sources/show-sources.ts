/** The sources that are switched on, for whoever asks: a route, a tool, a page. */
import type { Instant } from '../values/brussels.ts'
import { namesOf, sourceNotFound } from './registry.ts'
import { renderSource, renderSourceWithRuns } from './source/source.ts'
import type { SourcesView } from './view.ts'

/** Each with its freshness at `now`. */
export async function listSources(view: SourcesView, now: Instant) {
  const { entries } = await view.read()
  return entries.filter(({ source }) => source.enabled).map((entry) => renderSource(entry, now))
}

/** One with its newest runs. Refuses `source_not_found`. */
export async function showSource(view: SourcesView, id: string, now: Instant) {
  const { entries } = await view.read()
  const entry = entries.find(({ source }) => source.enabled && source.definition.id === id)
  if (entry === undefined) throw sourceNotFound(id, namesOf(entries.map(({ source }) => source)))
  return renderSourceWithRuns(entry, now)
}

/** Two profiles side by side: what a person sees at one look when a source has changed its form. */
import type { Profile } from '../../ingestion/anomalies/profile.ts'
import type { ComparedProfiles } from '../../ingestion/run-profiles.ts'
import type { Text } from './screen.ts'
import { table } from './table.ts'

/** A share that moved by more than this, of all records, is marked. */
const markedShare = 0.2

/** A line for each figure; those that no record has in either profile are left out. */
export function profileTable({ newest, published_before: before }: ComparedProfiles): Text {
  if (newest === null) return 'The newest run has no profile: it read nothing, or an earlier release made it.'
  const [now, then] = [figuresOf(newest.profile), figuresOf(before?.profile ?? null)]
  const names = [...now.keys(), ...[...then.keys()].filter((name) => !now.has(name))]
  const rows = names.flatMap((name) => {
    const [is, was] = [now.get(name) ?? null, then.get(name) ?? null]
    if (!always.has(name) && (is?.count ?? 0) === 0 && (was?.count ?? 0) === 0) return []
    const differs = before !== null && Math.abs((is?.share ?? 0) - (was?.share ?? 0)) > markedShare
    return [[name, shown(is), shown(was), differs ? 'differs' : '']]
  })
  const headings = [
    'records',
    `run ${newest.run_id}`,
    `published before${before === null ? '' : `, ${before.run_id}`}`,
    '',
  ]
  return table(headings, rows, '')
}

const always = new Set(['taken', 'rejected', 'different titles', 'broken characters'])

/** Of all records that were read. */
type Figure = { count: number; share: number }

function figuresOf(profile: Profile | null): Map<string, Figure> {
  if (profile === null) return new Map()
  const { records, rejected } = profile
  const counts: [string, number][] = [
    ['taken', records],
    ['rejected', rejected],
    ['different titles', profile.distinct_titles],
    ['broken characters', profile.broken_characters],
    ...Object.entries(profile.statuses).map(([status, count]): [string, number] => [`status ${status}`, count]),
    ...Object.entries(profile.properties),
  ]
  const read = Math.max(1, records + rejected)
  return new Map(counts.map(([name, count]) => [name, { count, share: count / read }]))
}

function shown(figure: Figure | null): string {
  return figure === null ? '-' : `${figure.count} (${Math.round(figure.share * 100)} %)`
}

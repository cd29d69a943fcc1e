/** Two profiles side by side: what a person sees at one look when a source has changed its form. */
import type { Profile } from '../../ingestion/anomalies/profile.ts'
import type { ComparedProfiles } from '../../ingestion/run-profiles.ts'
import type { Text } from './screen.ts'
import { table } from './table.ts'

/** A share that moved by more than this is marked. */
const markedShare = 0.2

/** A line for each figure; those that no record has in either profile are left out. */
export function profileTable({ newest, published_before: before }: ComparedProfiles): Text {
  if (newest === null) return 'The newest run has no profile: it read nothing, or an earlier release made it.'
  const [now, then] = [figuresOf(newest.profile), figuresOf(before?.profile ?? null)]
  const names = [...now.keys(), ...[...then.keys()].filter((name) => !now.has(name))]
  const rows = names.flatMap((name) => {
    const [is, was] = [now.get(name) ?? null, then.get(name) ?? null]
    if (!always.has(name) && (is?.count ?? 0) === 0 && (was?.count ?? 0) === 0) return []
    return [[name, shown(is), shown(was), before !== null && differs(name, is, was) ? 'differs' : '']]
  })
  const headings = [
    'records',
    `run ${newest.run_id}`,
    `published before${before === null ? '' : `, ${before.run_id}`}`,
    '',
  ]
  return table(headings, rows, '')
}

const notListed = 'not listed'
const always = new Set(['taken', 'rejected', notListed, 'different titles', 'broken characters'])

/** `share` null: the count is not one of many. */
type Figure = { count: number; share: number | null }

/** Shares are of the records taken; of what was rejected, of those read; of what was not listed, of the measures listed before. */
function figuresOf(profile: Profile | null): Map<string, Figure> {
  if (profile === null) return new Map()
  const { records, rejected, not_listed: missing } = profile
  const counts: [string, number][] = [
    ['different titles', profile.distinct_titles],
    ['broken characters', profile.broken_characters],
    ...Object.entries(profile.statuses).map(([status, count]): [string, number] => [`status ${status}`, count]),
    ...Object.entries(profile.properties),
  ]
  return new Map([
    ['taken', { count: records, share: null }],
    ['rejected', figure(rejected, records + rejected)],
    ...(missing === undefined ? [] : [[notListed, figure(missing.measures, missing.of)] as const]),
    ...counts.map(([name, count]) => [name, figure(count, records)] as const),
  ])
}

/** Of no record nothing has a share, so that nothing differs. */
const figure = (count: number, of: number): Figure => ({ count, share: of === 0 ? null : count / of })

/** What is not listed differs from what is published by itself, however much the run before did not list. */
function differs(name: string, is: Figure | null, was: Figure | null): boolean {
  const [now, then] = [shareOf(is), name === notListed ? 0 : shareOf(was)]
  return now !== null && then !== null && Math.abs(now - then) > markedShare
}

/** What a profile of an earlier release does not name, no record had. */
const shareOf = (figure: Figure | null): number | null => (figure === null ? 0 : figure.share)

function shown(figure: Figure | null): string {
  if (figure === null) return '-'
  return figure.share === null ? String(figure.count) : `${figure.count} (${Math.round(figure.share * 100)} %)`
}

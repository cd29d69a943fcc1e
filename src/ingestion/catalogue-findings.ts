/** What to look at in the measures themselves: likely duplicates, issuers we do not know, and what a curator does next. */
import { measuresPage } from '../measures/catalogue-pages.ts'
import type { ReferenceLookups } from '../measures/record/lookups.ts'
import { resolve } from '../measures/record/resolve.ts'
import type { Database } from '../platform/database/database.ts'
import { points } from '../reference/points.ts'
import { listSources } from '../sources/registry.ts'
import { sourceSettings } from '../sources/source/source-settings.ts'
import type { Instant } from '../values/brussels.ts'
import { byCodePoint } from '../values/ids.ts'
import { Curation, type CurationTasks } from './curation.ts'
import { type Comparable, type LikelyDuplicate, likelyDuplicates } from './duplicates.ts'

export type CatalogueFindings = {
  /** Pairs of measures of different sources that may be one, likeliest first; `total` may be more than are listed. */
  duplicates: { pairs: LikelyDuplicate[]; total: number }
  /** Issuers that the table of authorities does not have, with how many measures name each. */
  unknownIssuers: { id: string; measures: number }[]
  /** What a curator should do next, kind by kind. */
  curation: CurationTasks[]
  /** Of each source that we word ourselves: measures that nobody has read against their page for a year. */
  uncheckedBySource: ReadonlyMap<string, number>
}

const pageSize = 500

/** Looks through every measure that is neither withdrawn nor merged, as they stand at `now`. */
export async function catalogueFindings(
  database: Database,
  lookups: ReferenceLookups,
  now: Instant,
): Promise<CatalogueFindings> {
  const settings = new Map(
    (await listSources(database)).map(({ definition }) => [definition.id, sourceSettings(definition)]),
  )
  const compared: Comparable[] = []
  const unknown = new Map<string, number>()
  const curation = new Curation(now, points())
  for (let after = ''; ; ) {
    const page = await measuresPage(database, after, pageSize)
    for (const { id, sourceId, record, createdAt, withdrawnAt, mergedInto } of page) {
      const source = settings.get(sourceId)
      if (source === undefined || withdrawnAt !== null || mergedInto !== null) continue
      const resolved = resolve(record, source, lookups)
      compared.push({ id, source_id: sourceId, record: resolved })
      curation.take({ id, sourceId, method: source.method, firstSeenAt: createdAt, record: resolved })
      const issuer = record.issuer?.id
      if (issuer !== undefined && lookups.authorityOf(issuer) === null) {
        unknown.set(issuer, (unknown.get(issuer) ?? 0) + 1)
      }
    }
    const last = page.at(-1)
    if (last === undefined || page.length < pageSize) break
    after = last.id
  }
  const unknownIssuers = [...unknown]
    .map(([id, measures]) => ({ id, measures }))
    .sort((a, b) => b.measures - a.measures || byCodePoint(a.id, b.id))
  return {
    duplicates: likelyDuplicates(compared),
    unknownIssuers,
    curation: curation.tasks(),
    uncheckedBySource: curation.uncheckedBySource(),
  }
}

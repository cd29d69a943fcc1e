/** `doctor`: what is wrong with the installation or its data, and what to do about each. */
import { type CatalogueFindings, catalogueFindings } from '../ingestion/catalogue-findings.ts'
import { loadSourcesSnapshot } from '../sources/snapshot.ts'
import { freshnessOf } from '../sources/source/source.ts'
import { formatInstant, type Instant } from '../values/brussels.ts'
import type { OpenStore } from './host.ts'
import { exitCodes, type Outcome } from './output.ts'

type Finding = { check: string; level: 'ok' | 'warning' | 'fault'; message: string }

/** Looks at the store and the sources. Exit status 1 when there is a fault; warnings alone are 0. */
export async function checkUp({ database, means }: OpenStore, now: Instant): Promise<Outcome> {
  const findings: Finding[] = [
    { check: 'store', level: 'ok', message: `${database.engine} answers, and is at the newest schema` },
  ]
  const { entries } = await loadSourcesSnapshot(database)
  for (const { source, runs, measures } of entries.filter((entry) => entry.source.enabled)) {
    const { id } = source.definition
    const check = `source ${id}`
    const freshness = freshnessOf(source, now)
    const newest = runs[0]
    if (newest?.status === 'held') {
      const message = `its newest run is held (${newest.error}); look at it, then: npx subsidies sources confirm ${id}`
      findings.push({ check, level: 'warning', message })
    }
    if (freshness === 'failing' || freshness === 'stale') {
      const since = source.lastSuccessAt === null ? 'never' : formatInstant(source.lastSuccessAt)
      const message = `${freshness}: last success ${since}; last error: ${newest?.error ?? 'none'}. Try: npx subsidies ingest ${id}`
      findings.push({ check, level: 'fault', message })
    } else if (freshness === 'never') {
      findings.push({ check, level: 'warning', message: `has never succeeded. Try: npx subsidies ingest ${id}` })
    } else if (measures === 0 && newest?.status === 'succeeded' && newest.seen > newest.rejected) {
      // So after the source was away from the list, or switched off: its next run reinstates what it lists.
      const message = `${freshness}, but all its measures are withdrawn. Try: npx subsidies ingest ${id}`
      findings.push({ check, level: 'warning', message })
    } else findings.push({ check, level: 'ok', message: `${freshness}, ${measures} measures` })
  }
  findings.push(...measureFindings(await catalogueFindings(database, means.lookups)))
  const faults = findings.filter(({ level }) => level === 'fault').length
  const text = findings.map(({ check, level, message }) => `${level.padEnd(8)}${check}: ${message}`).join('\n')
  return { document: { findings, faults }, text, exitCode: faults === 0 ? exitCodes.done : exitCodes.failed }
}

/** Likely duplicates with what their sources say differently, and issuers that could not be told from others. */
function measureFindings({ duplicates, unknownIssuers }: CatalogueFindings): Finding[] {
  const findings: Finding[] = duplicates.pairs.map(({ ids, because, differences }) => {
    const differing = differences.map(({ field, sayings }) => {
      const said = sayings.map(({ source_id, value }) => `${source_id} says ${value ?? 'nothing'}`).join(', ')
      return `${field}: ${said}`
    })
    const difference = differing.length === 0 ? '' : ` They differ in ${differing.join('; ')}.`
    const message = `${ids.join(' and ')} may be one measure (${because.join(', ')}).${difference} If so: npx subsidies measures merge <duplicate> <survivor>`
    return { check: 'duplicates', level: 'warning', message }
  })
  const unlisted = duplicates.total - duplicates.pairs.length
  if (unlisted > 0) {
    findings.push({ check: 'duplicates', level: 'warning', message: `${unlisted} further pairs may be one measure` })
  }
  for (const { id, measures } of unknownIssuers) {
    const message = `"${id}" is not in the table of authorities (${measures} measures): other sources may call it otherwise`
    findings.push({ check: 'issuers', level: 'warning', message })
  }
  return findings
}

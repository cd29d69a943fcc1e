/**
 * Reading the past of a measure: its versions, one of them, and what held at an instant (contract 6). The state that says
 * what the measure is now is one that the caller holds over the reading (`catalogue/pin.ts`).
 */

import { Refusal } from '../../contract/refusals.ts'
import type { Sql } from '../../platform/database/database.ts'
import { formatInstant, type Instant } from '../../values/brussels.ts'
import { didYouMean } from '../../values/meant/hints.ts'
import type { Language } from '../../values/vocabularies.ts'
import type { Rendering } from '../catalogue/known-measure.ts'
import type { CatalogueState } from '../catalogue/state.ts'
import { maskDiff } from '../diff/diff.ts'
import { lastCheckedAt } from '../record/checked.ts'
import { type LicenceModes, licenceModes } from '../record/licence.ts'
import type { Subsidy } from '../record/record-schema.ts'
import { renderFull } from '../record/render.ts'
import { versionAgesAt } from '../record/status.ts'
import type { StoredVersion, VersionFacts } from './version-store.ts'
import { newestVersionsOf, versionAt, versionOf, versionRange, versionsOf } from './version-store.ts'

/** The id that answers to a path's id or slug. Refuses `subsidy_not_found`. */
export function resolveSubsidy(state: CatalogueState, idOrSlug: string): string {
  const id = state.resolveId(idOrSlug)
  if (id !== null) return id
  throw subsidyNotFound(idOrSlug, state.meantNames(idOrSlug))
}

/** `meant`: ids and slugs that may be meant by that. */
export function subsidyNotFound(idOrSlug: string, meant: readonly string[]): Refusal {
  const instead = meant.length > 0 ? didYouMean(meant) : ' Search for it by its words, with q.'
  return new Refusal('subsidy_not_found', `There is no measure with this id or slug.${instead}`, { subsidy: idOrSlug })
}

/** The element of a version as the API shows it. */
function renderVersion(facts: VersionFacts, modes: LicenceModes) {
  return {
    version: facts.version,
    valid_from: formatInstant(facts.validFrom),
    valid_to: facts.validTo === null ? null : formatInstant(facts.validTo),
    event_id: facts.eventId,
    type: facts.type,
    categories: [...facts.categories],
    severity: facts.severity,
    diff: maskDiff(facts.diff, modes),
  }
}

/** Every version of a measure, newest first, with the changes that made it. */
export async function listVersions(sql: Sql, state: CatalogueState, id: string) {
  const modes = modesOfNow(state.rendering(id))
  return (await versionsOf(sql, id)).map((facts) => renderVersion(facts, modes))
}

/** When a measure changed, and what that touched: nothing of what it said. */
type ChangeOf = Pick<VersionFacts, 'version' | 'validFrom' | 'categories'>

/** The last changes of a measure, newest first. */
export async function lastChanges(sql: Sql, id: string, limit: number): Promise<ChangeOf[]> {
  const versions = await newestVersionsOf(sql, id, limit)
  return versions.map(({ version, validFrom, categories }) => ({ version, validFrom, categories }))
}

/**
 * One version: the record as it was, with its status of that time; `number` null: a form that names none. Refuses
 * `version_not_found`.
 */
export async function measureVersion(
  sql: Sql,
  state: CatalogueState,
  id: string,
  number: number | null,
  language: Language,
) {
  const version = number === null ? null : await versionOf(sql, id, number)
  if (version === null) {
    const range = await versionRange(sql, id)
    throw new Refusal(
      'version_not_found',
      `This measure has no version with that number. Its current version is ${range?.newest ?? 'not known'}, and its first 1.`,
    )
  }
  const rendering = state.rendering(id)
  const record = renderPast(rendering, version, version.validFrom, language, state)
  return { ...record, change: renderVersion(version, modesOfNow(rendering)) }
}

/** The number in a path, or null: another form names no version. */
export function readVersionNumber(text: string): number | null {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null
}

/**
 * The measure as of an instant: the version that held, with the status and deadline of then (of now, when the instant
 * lies ahead). Refuses `version_not_found` when the measure did not exist yet.
 */
export async function measureAsOf(
  sql: Sql,
  state: CatalogueState,
  id: string,
  asOf: Instant,
  language: Language,
  now: Instant,
): Promise<Subsidy> {
  // Not the version of `now`: the time of the feed never goes back, so a clock that did is behind the newest version.
  const version = await versionAt(sql, id, asOf)
  if (version === null) {
    const range = await versionRange(sql, id)
    const first = range === null ? 'not known' : formatInstant(range.firstValidFrom)
    throw new Refusal(
      'version_not_found',
      `This measure did not exist then. Its first version is of ${first}: ask for then or later.`,
    )
  }
  const rendering = state.rendering(id)
  // An instant ahead asks for now, and what is now ages.
  if (asOf >= now && version.validTo === null)
    return renderFull(rendering.measure, language, { ...rendering.context, at: now })
  return renderPast(rendering, version, Math.min(asOf, now), language, state)
}

/** A version rendered with the settings and licence modes of now, and the status and deadline of `at`. */
function renderPast(
  now: Rendering,
  version: StoredVersion,
  at: Instant,
  language: Language,
  state: Pick<CatalogueState, 'resolved'>,
): Subsidy {
  const { source } = now.context
  // A version that was followed by another was last seen by the run that made it; the newest, by the last that saw it.
  const seen =
    version.validTo === null ? now.measure.last_checked_at : lastCheckedAt(version.record, source, version.validFrom)
  return renderFull(
    {
      ...now.measure,
      record: state.resolved(version.record, source),
      version: version.version,
      updated_at: version.validFrom,
      withdrawn_at: version.withdrawnAt,
      last_checked_at: seen,
      ages_at: versionAgesAt(version.record, version.status, version.validFrom),
      merged_from: version.mergedFrom,
    },
    language,
    { ...now.context, at },
  )
}

function modesOfNow({ measure, context }: Rendering): LicenceModes {
  return licenceModes(context.source, measure.licence)
}

/**
 * The stream of the Flemish catalogue: a linked data event stream (LDES) whose members are versions of products. What the
 * catalogue lists is the newest version of each; one that is archived, a tombstone or no support lists nothing.
 */
import { parseInstant } from '../../../values/brussels.ts'
import { type IpdcReading, type IpdcReadOptions, isObject, readIpdcProduct } from './product.ts'

/** A member of the stream. `at`, its `generatedAtTime`, sorts as text; null where it cannot be read. */
export type IpdcVersion = { localId: string; at: string | null; reading: IpdcReading }

export type StreamPage = {
  /** First member's id: what a page is recognised by when it is read again. */
  firstId: string | null
  versions: IpdcVersion[]
  /** Members that name no product. */
  unnamed: number
  /** Addresses of the pages with later versions, as the page names them. */
  ahead: string[]
}

/** Reads a page; null when the JSON is none. One that leads on without saying where is none either. */
export function readStreamPage(json: unknown, options: IpdcReadOptions): StreamPage | null {
  if (!isObject(json) || !Array.isArray(json.member) || !isObject(json.view)) return null
  const relations = json.view.relation ?? []
  if (!Array.isArray(relations)) return null
  const ahead = relations.filter(leadsOn).map(nodeOf)
  if (ahead.includes(null)) return null
  const versions = json.member.map((member) => versionOf(member, options)).filter((version) => version !== null)
  const first: unknown = json.member[0]
  return {
    firstId: isObject(first) && typeof first['@id'] === 'string' ? first['@id'] : null,
    versions,
    unnamed: json.member.length - versions.length,
    ahead: ahead.filter((node) => node !== null),
  }
}

/** A version is taken in place of the one known when it is newer; where a time cannot be read, the stream's order says. */
export function replaces(version: Pick<IpdcVersion, 'at'>, known: Pick<IpdcVersion, 'at'> | undefined): boolean {
  if (known === undefined || version.at === null || known.at === null) return true
  return version.at > known.at
}

function versionOf(member: unknown, options: IpdcReadOptions): IpdcVersion | null {
  const reading = readIpdcProduct(member, options)
  if (reading.localId === null) return null
  const { localId } = reading
  const at = isObject(member) ? sortableTime(member.generatedAtTime) : null
  return at === null
    ? { localId, at, reading: { kind: 'fault', localId, reason: 'generatedAtTime: missing, or no timestamp' } }
    : { localId, at, reading }
}

/** The time as a text that sorts, to the last digit given: versions are often less than a millisecond apart. */
function sortableTime(value: unknown): string | null {
  const instant = typeof value === 'string' ? parseInstant(value) : null
  if (typeof value !== 'string' || instant === null || instant < 0) return null
  const finer = /\.(\d+)/.exec(value)?.[1]?.slice(3) ?? ''
  return `${String(instant).padStart(16, '0')}.${finer.padEnd(12, '0')}`
}

function leadsOn(relation: unknown): relation is Record<string, unknown> {
  if (!isObject(relation)) return false
  const types = Array.isArray(relation['@type']) ? relation['@type'] : [relation['@type']]
  return types.some((type) => typeof type === 'string' && /GreaterThan(?:OrEqualTo)?Relation$/.test(type))
}

function nodeOf({ node }: Record<string, unknown>): string | null {
  const address = isObject(node) ? node['@id'] : node
  return typeof address === 'string' ? address : null
}

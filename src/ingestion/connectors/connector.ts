/**
 * A connector turns what one authority publishes into input records (contract 4). It knows the authority's format and
 * nothing of the store: it hands out plain JSON, one item at a time, and the run decides what becomes of each.
 *
 * A reading either ends, and then every record that the source announces has been handed out, or it throws a
 * `ConnectorFailure`: half of what a source lists is never passed off as all of it.
 */
import type { StaticEncode, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import type { OutboundFetch } from '../../platform/outbound/outbound.ts'
import type { Instant } from '../../values/brussels.ts'
import type { LicenceMode, TextLanguage } from '../../values/vocabularies.ts'

/** An input record as plain JSON, not yet looked at: `readInputRecord` judges it. */
export type ReadRecord = {
  /** From 1, over everything this reading hands out, read failures included. */
  position: number
  /** Line of an NDJSON file, from 1; null elsewhere. */
  line: number | null
  /** Name of the file when the source is a folder of files; null elsewhere. */
  file: string | null
  input: unknown
}

/** A record that could not be turned into an input record; the rest of the reading goes on. */
export type ReadFailure = {
  position: number
  line: number | null
  file: string | null
  /** Null: the failure cannot be attributed to a measure. */
  localId: string | null
  /** Names the property where there is one. */
  reason: string
}

export type ReadItem = ReadRecord | ReadFailure

export function isReadFailure(item: ReadItem): item is ReadFailure {
  return 'reason' in item
}

/** One reading of a source. `announced` holds once `items` has ended. */
export type Reading = {
  items: AsyncIterable<ReadItem>
  /** How many records the source itself says it has; null when it says nothing. */
  announced(): number | null
}

/** The part of pino that a connector uses. Never given a body or a secret. */
export type ConnectorLog = {
  info(fields: Record<string, unknown>, message: string): void
  warn(fields: Record<string, unknown>, message: string): void
}

export type ConnectorContext = {
  /** `settings` of the source, as they stand in the sources file. */
  settings: Record<string, unknown>
  /** Where `reuseMode` is `facts_only`, the authority's own wording is left out of what is handed on (contract 3). */
  source: { id: string; language: TextLanguage; reuseMode: LicenceMode }
  /** Absolute folder that relative paths of the settings start from: the sources file's, else the project's. */
  folder: string
  signal: AbortSignal
  fetch: OutboundFetch
  now: Instant
  /** Tells that the reading goes on; `total` is null while nothing is announced. */
  progress(done: number, total: number | null, note?: string): void
  log: ConnectorLog
}

export type Connector = {
  name: string
  /** Method of the rules that its records carry (contract 5). */
  method: 'structured' | 'curated'
  /** What may stand under `settings`. */
  settings: Pick<ConnectorSettings<unknown>, 'schema' | 'fault'>
  /** Throws `ConnectorFailure` at once when the settings are wrong; every other failure comes while reading. */
  read(context: ConnectorContext): Reading
}

/** Why a reading could not be finished. The message becomes the run's `error`. */
export class ConnectorFailure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ConnectorFailure'
  }
}

/** The settings of one connector: their schema, what is wrong with given ones, and those that hold with their type. */
export type ConnectorSettings<Settings> = {
  schema: TSchema
  fault(settings: Record<string, unknown>): string | null
  /** Throws a `ConnectorFailure` that names the wrong setting. */
  read(settings: Record<string, unknown>): Settings
}

/** Settings as a schema describes them; `faultBeyond` says what a schema cannot. */
export function connectorSettings<Schema extends TSchema>(
  schema: Schema,
  faultBeyond: (settings: StaticEncode<Schema>) => string | null = () => null,
): ConnectorSettings<StaticEncode<Schema>> {
  // Compiled when a source of it is first read: most processes know more connectors than they use.
  let compiled: ReturnType<typeof Compile<Schema>> | null = null
  const validator = (): ReturnType<typeof Compile<Schema>> => {
    compiled ??= Compile(schema)
    return compiled
  }
  const judge = (settings: Record<string, unknown>): string | null =>
    validator().Check(settings) ? faultBeyond(settings) : schemaFault(validator().Errors(settings))
  return {
    schema,
    fault: judge,
    read(settings) {
      const fault = judge(settings)
      if (fault !== null || !validator().Check(settings)) throw new ConnectorFailure(fault ?? 'settings cannot be read')
      return settings
    },
  }
}

function schemaFault(faults: ReturnType<ReturnType<typeof Compile>['Errors']>): string {
  const first = faults.find((fault) => fault.keyword !== 'boolean')
  if (first === undefined) return 'settings cannot be read'
  if (first.keyword === 'required') return `settings.${first.params.requiredProperties.join(', ')} is missing`
  if (first.keyword === 'additionalProperties') {
    return `settings.${first.params.additionalProperties.join(', ')} is not a setting of this connector`
  }
  return `settings${first.instancePath.replaceAll('/', '.')} ${first.message}`
}

/** Stops a reading whose run was stopped or timed out. */
export function stopWhenAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new ConnectorFailure('the run was stopped', { cause: signal.reason })
}

/**
 * A source as the sources file defines it (contract 4), and how an entry of that file is read. Nothing is guessed: what
 * is not accepted is answered with one line that says where it stands and what would be.
 */
import { Cron } from 'croner'
import Type, { type Static, type TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { governmentLevels, licenceModes, regions, textLanguages } from '../../values/vocabularies.ts'

const nameMax = 200
const urlMax = 2_048
const idMax = 64
/** A century; what is meant to be longer has no rhythm. */
const expectedHoursMax = 876_600

/** An id that may stand in a comma list and in a path. */
const id = Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*$', maxLength: idMax })
const text = Type.String({ minLength: 1, maxLength: nameMax })
const webAddress = Type.String({ pattern: '^https?://[^\\s]+$', maxLength: urlMax })

const licenceSchema = Type.Object(
  {
    id: text,
    name: text,
    url: Type.Union([webAddress, Type.Null()]),
  },
  { additionalProperties: false },
)

const definitionSchema = Type.Object(
  {
    id,
    /** First part of the ids of its measures. */
    prefix: id,
    name: text,
    publisher: text,
    url: webAddress,
    connector: text,
    language: Type.Enum([...textLanguages]),
    government_level: Type.Enum([...governmentLevels]),
    regions: Type.Array(Type.Enum([...regions]), { uniqueItems: true }),
    licence: licenceSchema,
    reuse_mode: Type.Enum([...licenceModes]),
    attribution: Type.Union([Type.String({ minLength: 1, maxLength: 500 }), Type.Null()]),
    expected_every_hours: Type.Union([Type.Number({ exclusiveMinimum: 0, maximum: expectedHoursMax }), Type.Null()]),
    schedule: Type.Union([Type.String(), Type.Null()]),
    enabled: Type.Boolean(),
    settings: Type.Record(Type.String(), Type.Unknown()),
  },
  { additionalProperties: false },
)

export type SourceDefinition = Static<typeof definitionSchema>
type Property = keyof SourceDefinition

/** What each property accepts, in the words of a refusal. */
const accepts: Record<Property, string> = {
  id: `letters, digits, ".", "_" and "-", the first a letter or digit, at most ${idMax}`,
  prefix: `letters, digits, ".", "_" and "-", the first a letter or digit, at most ${idMax}`,
  name: `a text of at most ${nameMax} characters`,
  publisher: `a text of at most ${nameMax} characters`,
  url: 'an http or https address',
  connector: 'the name of a connector',
  language: `one of ${textLanguages.join(', ')}`,
  government_level: `one of ${governmentLevels.join(', ')}`,
  regions: `a list of ${regions.join(', ')}, each at most once`,
  licence: '{ id, name, url }, url an http or https address or null',
  reuse_mode: `one of ${licenceModes.join(', ')}`,
  attribution: 'a text of at most 500 characters, or null',
  expected_every_hours: 'a number above 0, or null',
  schedule: 'a cron line of five fields (minute, hour, day of month, month, day of week), or null',
  enabled: 'true or false',
  settings: 'an object',
}

/** What an entry means that does not give the property, or gives null; every other property must be given. */
const defaults: Partial<SourceDefinition> = {
  regions: [],
  attribution: null,
  expected_every_hours: null,
  schedule: null,
  enabled: true,
  settings: {},
}

const properties = Object.keys(accepts) as Property[]
/** Compiled when a sources file is first read: a process that only serves reads none. */
const checks = new Map<Property, ReturnType<typeof Compile>>()

function accepted(property: Property, value: unknown): boolean {
  const check = checks.get(property) ?? Compile(definitionSchema.properties[property] as TSchema)
  checks.set(property, check)
  return check.Check(value)
}

/** What is wrong with the settings of a connector, naming the setting; null when they hold. */
export type SettingsCheck = (settings: Record<string, unknown>) => string | null

/** The connectors that exist, by name. */
export type KnownConnectors = ReadonlyMap<string, SettingsCheck>

export type DefinitionsRead = { definitions: SourceDefinition[] } | { fault: string }

/** Reads the whole document of a sources file. The fault, where there is one, is the first: place, then what is accepted. */
export function readDefinitions(document: unknown, connectors: KnownConnectors): DefinitionsRead {
  if (!isObject(document)) return { fault: 'must be an object with the list "sources"' }
  const stranger = Object.keys(document).find((key) => key !== 'sources')
  if (stranger !== undefined) return { fault: `${stranger} is not known; accepted is the list "sources" alone` }
  if (!Array.isArray(document.sources)) return { fault: 'sources must be a list' }
  const definitions: SourceDefinition[] = []
  for (const [index, entry] of document.sources.entries()) {
    const read = readEntry(entry, `sources[${index}]`, connectors)
    if ('fault' in read) return read
    const fault = sharedWith(read.definition, definitions, `sources[${index}]`)
    if (fault !== null) return { fault }
    definitions.push(read.definition)
  }
  return { definitions }
}

function readEntry(
  entry: unknown,
  place: string,
  connectors: KnownConnectors,
): { definition: SourceDefinition } | { fault: string } {
  if (!isObject(entry)) return { fault: `${place} must be an object` }
  const stranger = Object.keys(entry).find((key) => !properties.includes(key as Property))
  if (stranger !== undefined) {
    return { fault: `${place}.${stranger} is not a property of a source; accepted are ${properties.join(', ')}` }
  }
  const whole: Record<string, unknown> = {}
  for (const property of properties) {
    const value = entry[property] ?? defaults[property]
    if (value === undefined) return { fault: `${place}.${property} is missing: it must be ${accepts[property]}` }
    if (!accepted(property, value)) {
      return { fault: `${place}.${property} must be ${accepts[property]}` }
    }
    whole[property] = value
  }
  const definition = whole as SourceDefinition
  const fault = deeperFault(definition, connectors)
  return fault === null ? { definition } : { fault: `${place}.${fault}` }
}

/** What a schema cannot say: addresses that parse, a schedule that comes, a connector that exists and its settings. */
function deeperFault(definition: SourceDefinition, connectors: KnownConnectors): string | null {
  if (!URL.canParse(definition.url)) return `url must be ${accepts.url}`
  if (definition.schedule !== null && nextDue(definition.schedule, 0) === null) {
    return `schedule must be ${accepts.schedule}`
  }
  const settingsCheck = connectors.get(definition.connector)
  if (settingsCheck === undefined) return `connector must be one of ${[...connectors.keys()].join(', ')}`
  return settingsCheck(definition.settings)
}

/** Ids and prefixes name one source each: a measure's id could not be told from another's otherwise. */
function sharedWith(definition: SourceDefinition, others: readonly SourceDefinition[], place: string): string | null {
  for (const property of ['id', 'prefix'] as const) {
    const at = others.findIndex((other) => other[property] === definition[property])
    if (at >= 0)
      return `${place}.${property} "${definition[property]}" is already that of sources[${at}]; each needs its own`
  }
  return null
}

/**
 * The first instant after `after` (epoch ms) that a schedule names, by the wall clock of Brussels: what falls into the
 * hour that is left out in March comes at its end, what falls into the repeated hour of October once. Null when the line
 * is not one of five fields, or names a day that never comes.
 */
export function nextDue(schedule: string, after: number): number | null {
  if (schedule.trim().split(/\s+/).length !== 5) return null
  try {
    const line = new Cron(schedule.trim(), { mode: '5-part', timezone: 'Europe/Brussels', paused: true })
    return line.nextRun(new Date(after))?.getTime() ?? null
  } catch {
    return null
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What an image keeps of a measure: all that a catalogue makes of its record, as a row of JSON (see `shared-values.ts`). */
import type { Instant } from '../../../values/brussels.ts'
import type { Entry } from '../../finding/query.ts'
import type { ApplicationWindow, MeasureRecord } from '../../record/record.ts'
import { nextClockChange, servedDeadline, statusAt } from '../../record/status.ts'
import type { KnownMeasure } from '../known-measure.ts'
import { type Packed, type SharedValues, unpacked, unpackedEach } from './shared-values.ts'

/** What status and served deadline follow from. */
type StatusGrounds = Pick<MeasureRecord, 'status'> & {
  application_window: Pick<ApplicationWindow, 'opens_at' | 'deadlines'>
}
/** What of a measure is its own, and what many have alike. */
type Own = Pick<
  KnownMeasure,
  'id' | 'localId' | 'slug' | 'version' | 'closesAt' | 'nextClockAt' | 'createdAt' | 'updatedAt' | 'publication'
>
type Alike = Omit<KnownMeasure, keyof Own | 'place'>

type OwnRow = [
  ...[
    id: string,
    localId: string,
    slug: string,
    version: number,
    closesAt: Instant | null,
    nextClockAt: Instant | null,
  ],
  ...[createdAt: Instant, updatedAt: Instant, publication: number, offset: number, length: number],
]
/** What of an entry the clock does not change, nor the facts beside the record say. */
type EntryRow = [
  ...[nl: string, fr: string, en: string],
  ...[regions: Packed, scope: Packed, level: Packed, topics: Packed, sizes: Packed, applicants: Packed],
  ...[instrument: Packed, issuer: Packed, programme: Packed, nace: Packed, recurs: Packed, places: Packed],
]
/** What companions keep of it comes last, in their order. */
export type KeptMeasure = [
  own: OwnRow,
  alike: Packed,
  grounds: Packed,
  entry: EntryRow,
  besides: readonly (Packed[] | null)[],
]

/** A measure that was merged away. */
export type KeptMerged = Pick<KnownMeasure, 'id' | 'slug' | 'sourceId' | 'licence'> & { mergedInto: string }

export type TakenMeasure = {
  known: KnownMeasure
  record: StatusGrounds
  entry: Entry
  /** What companions keep of it, in their order. */
  besides: readonly (object | null)[]
}

export function keptMeasure({ known, record, entry, besides }: TakenMeasure, shared: SharedValues): KeptMeasure {
  const { id, localId, slug, version, closesAt, nextClockAt, createdAt, updatedAt, publication, place, ...alike } =
    known
  const { opens_at, deadlines } = record.application_window
  const grounds: StatusGrounds = { status: record.status, application_window: { opens_at, deadlines } }
  return [
    [id, localId, slug, version, closesAt, nextClockAt, createdAt, updatedAt, publication, place.offset, place.length],
    shared.pack(alike satisfies Alike),
    shared.pack(grounds),
    keptEntry(entry, shared),
    besides.map((beside) => shared.packEach(beside)),
  ]
}

function keptEntry(entry: Entry, shared: SharedValues): EntryRow {
  const { nl, fr, en } = entry.titles
  return [
    nl,
    fr,
    en,
    shared.pack(entry.regions),
    shared.pack(entry.scope),
    shared.pack(entry.government_level),
    shared.pack(entry.topics),
    shared.pack(entry.company_sizes),
    shared.pack(entry.applicant_types),
    shared.pack(entry.instrument_type),
    shared.pack(entry.issuer_id),
    shared.pack(entry.programme),
    shared.pack(entry.nace),
    shared.pack(entry.recurs),
    shared.pack(entry.places),
  ]
}

/** What a catalogue is made of again. */
export type UnpackedMeasure = {
  known: KnownMeasure
  /** As of the instant, without its texts. */
  entry: Entry
  dueAt: Instant | null
  besides: readonly (object | null)[]
}

const noWords: Entry['words'] = {
  title: [],
  keywords: [],
  local_id: [],
  names: [],
  summary: [],
  called: [],
  description: [],
  conditions: [],
}

/** The measure of a row, as of an instant. The list is that of the values which the rows share. */
export function unpackedMeasure(row: KeptMeasure, shared: readonly unknown[], at: Instant): UnpackedMeasure {
  const [own, alike, packedGrounds, entry, besides] = row
  const known = knownOf(own, unpacked(alike, shared) as Alike)
  // What stands there was packed under that name.
  const grounds = unpacked(packedGrounds, shared) as StatusGrounds
  return {
    known,
    entry: entryOf(known, entry, shared, {
      status: statusAt(grounds.status, grounds.application_window, at),
      closes_at: servedDeadline(grounds.application_window, at),
    }),
    dueAt: nextClockChange(grounds, at),
    besides: besides.map((beside) => unpackedEach(beside, shared)),
  }
}

function knownOf(own: OwnRow, alike: Alike): KnownMeasure {
  const [id, localId, slug, version, closesAt, nextClockAt, createdAt, updatedAt, publication, offset, length] = own
  // Name by name: all have one form in memory, in which they are read quickest.
  return {
    id,
    sourceId: alike.sourceId,
    localId,
    slug,
    version,
    mergedFrom: alike.mergedFrom,
    status: alike.status,
    closesAt,
    nextClockAt,
    createdAt,
    updatedAt,
    withdrawnAt: alike.withdrawnAt,
    operatorWithdrawn: alike.operatorWithdrawn,
    missedRuns: alike.missedRuns,
    lastCheckedAt: alike.lastCheckedAt,
    mergedInto: alike.mergedInto,
    publication,
    place: { offset, length },
    excludes: alike.excludes,
    licence: alike.licence,
    checkedAt: alike.checkedAt,
    conditions: alike.conditions,
  }
}

function entryOf(
  known: KnownMeasure,
  row: EntryRow,
  shared: readonly unknown[],
  at: Pick<Entry, 'status' | 'closes_at'>,
): Entry {
  const [
    nl,
    fr,
    en,
    regions,
    scope,
    level,
    topics,
    sizes,
    applicants,
    instrument,
    issuer,
    programme,
    nace,
    recurs,
    places,
  ] = row
  // What stands there was packed under that name.
  return {
    id: known.id,
    regions: unpacked(regions, shared) as Entry['regions'],
    scope: unpacked(scope, shared) as Entry['scope'],
    government_level: unpacked(level, shared) as Entry['government_level'],
    topics: unpacked(topics, shared) as Entry['topics'],
    company_sizes: unpacked(sizes, shared) as Entry['company_sizes'],
    applicant_types: unpacked(applicants, shared) as Entry['applicant_types'],
    instrument_type: unpacked(instrument, shared) as Entry['instrument_type'],
    status: at.status,
    source_id: known.sourceId,
    issuer_id: unpacked(issuer, shared) as Entry['issuer_id'],
    programme: unpacked(programme, shared) as Entry['programme'],
    nace: unpacked(nace, shared) as Entry['nace'],
    withdrawn: known.withdrawnAt !== null,
    closes_at: at.closes_at,
    updated_at: known.updatedAt,
    titles: { nl, fr, en },
    recurs: unpacked(recurs, shared) as Entry['recurs'],
    places: unpacked(places, shared) as Entry['places'],
    words: noWords,
  }
}

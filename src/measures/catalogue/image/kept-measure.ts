/** What an image keeps of a measure: all that a catalogue makes of its record, as JSON. */
import type { Instant } from '../../../values/brussels.ts'
import type { Entry } from '../../finding/query.ts'
import type { ApplicationWindow, MeasureRecord } from '../../record/record.ts'
import { servedDeadline, statusAt } from '../../record/status.ts'
import type { KnownMeasure } from '../known-measure.ts'

/** What of an entry the clock does not change, nor the facts beside the record say. Texts are kept elsewhere. */
type KeptEntry = Omit<Entry, 'id' | 'source_id' | 'status' | 'closes_at' | 'updated_at' | 'withdrawn' | 'words'>

/** What status and served deadline follow from. */
export type StatusGrounds = Pick<MeasureRecord, 'status'> & {
  application_window: Pick<ApplicationWindow, 'opens_at' | 'deadlines'>
}

export type KeptMeasure = {
  known: KnownMeasure
  grounds: StatusGrounds
  entry: KeptEntry
  /** What companions keep of it, in their order. */
  besides: unknown[]
}

/** A measure that was merged away. */
export type KeptMerged = Pick<KnownMeasure, 'id' | 'slug' | 'sourceId' | 'licence'> & { mergedInto: string }

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

export function keptEntry(entry: Entry): KeptEntry {
  const { regions, scope, government_level, topics, company_sizes, applicant_types } = entry
  const { instrument_type, issuer_id, programme, nace, titles } = entry
  return {
    ...{ regions, scope, government_level, topics, company_sizes, applicant_types },
    ...{ instrument_type, issuer_id, programme, nace, titles },
  }
}

export function statusGroundsOf({ status, application_window: { opens_at, deadlines } }: MeasureRecord): StatusGrounds {
  return { status, application_window: { opens_at, deadlines } }
}

/** The entry at an instant, without its texts. */
export function entryOf({ known, grounds, entry }: KeptMeasure, at: Instant): Entry {
  return {
    ...entry,
    id: known.id,
    source_id: known.sourceId,
    status: statusAt(grounds.status, grounds.application_window, at),
    closes_at: servedDeadline(grounds.application_window, at),
    updated_at: known.updatedAt,
    withdrawn: known.withdrawnAt !== null,
    words: noWords,
  }
}

/** What changed between two versions of a measure, by path, and what of it may be shown (contract 6 and 3). */

import type { LicenceModes, TextField, WholeField } from '../record/licence.ts'
import { servesExcerpts, servesTexts, servesWhole, textFields } from '../record/licence.ts'
import type { MeasureContent, SourceSettings } from '../record/record.ts'
import type { Json } from './diff-form.ts'
import { diffForm, isJsonObject, shownWhole } from './diff-form.ts'

export type Change = { readonly from: Json; readonly to: Json }

/** Changes by dotted path of the full record, in its order: objects by key, lists whole, texts by language. */
export type Diff = Readonly<Record<string, Change>>

/**
 * The changes from one content to the next; empty when nothing changed that makes a version. Both sides are resolved with
 * the settings and tables of now, and so is `source`: a change of those is no change of the measure.
 */
export function diffMeasures(
  before: MeasureContent,
  after: MeasureContent,
  source: Pick<SourceSettings, 'id' | 'method'>,
): Diff {
  const changes: Record<string, Change> = {}
  compare('', diffForm(before, source), diffForm(after, source), changes)
  return changes
}

function compare(path: string, from: Json, to: Json, changes: Record<string, Change>): void {
  if (isJsonObject(from) && isJsonObject(to)) {
    for (const key of new Set([...Object.keys(from), ...Object.keys(to)])) {
      compare(path === '' ? key : `${path}.${key}`, from[key] ?? null, to[key] ?? null, changes)
    }
  } else if (!same(from, to)) {
    changes[path] = { from: shownWhole(from), to: shownWhole(to) }
  }
}

/** Both forms are built key by key in one order, so equal values have equal texts. */
function same(left: Json, right: Json): boolean {
  return left === right || JSON.stringify(left) === JSON.stringify(right)
}

/**
 * The diff as it may be shown under the modes of now: a withheld value is null on both sides and its path stays. Where
 * a path holds a whole object, its withheld parts are null.
 */
export function maskDiff(diff: Diff, modes: LicenceModes): Diff {
  return Object.fromEntries(
    Object.entries(diff).map(([path, change]) => {
      if (isWithheld(path, modes)) return [path, { from: null, to: null }]
      const mask = (value: Json) => masked(path, value, modes)
      return [path, { from: mask(change.from), to: mask(change.to) }]
    }),
  )
}

function isWithheld(path: string, modes: LicenceModes): boolean {
  const [field, part] = path.split('.')
  if (isWholeField(field) && !servesWhole(modes, field)) return true
  if (!isTextField(field) || servesTexts(modes, field)) return false
  // Of an object only the note is a text; these fields are texts through and through, or withheld whole.
  return part === 'note' || ['summary', 'description', 'application', 'conditions', 'legal_basis'].includes(field)
}

function masked(path: string, value: Json, modes: LicenceModes): Json {
  const [field] = path.split('.')
  if (field === 'rules') return servesExcerpts(modes, 'rules') ? value : withoutExcerpts(value)
  if (!isWholeField(field)) return value
  const open = field === 'amount' && !servesExcerpts(modes, 'amount') ? withoutExcerpts(value) : value
  return isJsonObject(open) && !servesTexts(modes, field) ? { ...open, note: null } : open
}

function withoutExcerpts(value: Json): Json {
  if (isJsonObject(value)) {
    const parts = Object.entries(value).map(([key, part]) => [key, key === 'excerpt' ? null : withoutExcerpts(part)])
    return Object.fromEntries(parts)
  }
  return Array.isArray(value) ? value.map(withoutExcerpts) : value
}

function isTextField(field: string | undefined): field is TextField {
  return textFields.some((candidate) => candidate === field)
}

function isWholeField(field: string | undefined): field is WholeField {
  return field === 'amount' || field === 'state_aid'
}

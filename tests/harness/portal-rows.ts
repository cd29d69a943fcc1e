/**
 * Rows in the form of the EU portal: small invented ones of our own, and, where the folder with saved answers lies beside
 * the project, those of real days.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { savedDataFolder, withoutSaved } from './saved-data.ts'

export type PortalRow = Record<string, unknown> & { metadata: Record<string, unknown> }

type TopicRow = {
  identifier: string
  reference?: string
  title?: string
  status?: string
  programme?: string
  startDate?: string | null
  deadlineDates?: string[]
  /** More of `metadata`, or other values for it. */
  metadata?: Record<string, unknown>
}

/** An invented grant topic. */
export function topicRow(topic: TopicRow): PortalRow {
  return rowOf('1', topic.reference ?? `${numberOf(topic.identifier)}TOPICSen`, topic)
}

/** An invented cascade call: its `identifier` and `title` are those of the topic that pays for it. */
export function cascadeRow(call: TopicRow & { reference: string; callTitle: string }): PortalRow {
  return rowOf('8', call.reference, { ...call, metadata: { callTitle: [call.callTitle], ...call.metadata } })
}

/** An invented call of the external action. */
export function prospectRow(call: TopicRow & { reference: string }): PortalRow {
  return rowOf('2', call.reference, { programme: '111111', ...call })
}

function rowOf(type: string, reference: string, row: TopicRow): PortalRow {
  const title = row.title ?? `Invented call ${row.identifier}`
  return {
    reference,
    url: '',
    summary: title,
    language: 'en',
    metadata: {
      identifier: [row.identifier],
      title: [title],
      type: [type],
      status: [row.status ?? '31094502'],
      language: ['en'],
      programmePeriod: ['2021 - 2027'],
      frameworkProgramme: [row.programme ?? '43108390'],
      startDate: row.startDate === null ? [] : [row.startDate ?? '2026-03-01T00:00:00.000+0000'],
      deadlineDate: row.deadlineDates ?? ['2027-03-01T00:00:00.000+0000'],
      ...row.metadata,
    },
  }
}

/** A steady number for an identifier, so that a fixture need not name one. */
function numberOf(identifier: string): number {
  return [...identifier].reduce((number, character) => (number * 31 + (character.codePointAt(0) ?? 0)) % 90_000_000, 7)
}

const savedFolder = path.join(savedDataFolder, 'eu-sedia')

/** Whether saved answers of the portal lie beside the project; where not, why what reads them is skipped. */
export const noSavedAnswers = withoutSaved('eu-sedia')
export const hasSavedAnswers = noSavedAnswers === false

const changesFile = 'calls-changes-2026-03-13--2026-08-22.ndjson'

/** The dated snapshots, oldest first. */
export const snapshots = [
  'calls-2026-03-13.ndjson',
  'calls-2026-05-20.ndjson',
  'calls-2026-07-21.ndjson',
  'calls-2026-08-22.ndjson',
] as const

/** The rows of a saved raw answer, e.g. `sedia-search-response-cascade.json`. */
export function savedAnswer(file: string): PortalRow[] {
  return JSON.parse(readFileSync(path.join(savedFolder, file), 'utf8')).results
}

/** The rows of a snapshot, put back into the form in which the portal gave them. */
export function snapshotRows(file: string): PortalRow[] {
  return savedCalls(file).map(rowOfCall)
}

/** The rows as they stood after the changes of a day (`YYYY-MM-DD`): the first snapshot and the change file. */
export function rowsAt(day: string): PortalRow[] {
  const calls = new Map(savedCalls(snapshots[0]).map((call) => [call.id, call]))
  for (const event of savedLines<Change>(changesFile)) if (event.at.slice(0, 10) <= day) apply(calls, event)
  return [...calls.values()].map(rowOfCall)
}

/** The days on which the change file has changes, oldest first. */
export function changeDays(): string[] {
  return [...new Set(savedLines<Change>(changesFile).map((event) => event.at.slice(0, 10)))].sort()
}

type SavedCall = {
  id: string
  identifier: string
  title: string
  url?: string | null
  callIdentifier?: string | null
  callTitle?: string | null
  abstract?: string | null
  actionType?: string | null
  status: { id: string }
  kind: { id: string }
  startDate?: string | null
  deadlineDate?: string | null
  frameworkProgrammes?: { id: string }[]
  programmeDivisions?: { id: string }[]
  budget?: SavedBudget | null
}
type SavedBudget = {
  totalBudgetEur?: number | null
  expectedGrants?: number | null
  minContributionEur?: number | null
  maxContributionEur?: number | null
}
type Change = {
  at: string
  op: 'added' | 'removed' | 'changed'
  id: string
  record: Omit<SavedCall, 'status' | 'kind' | 'budget'> & SavedBudget & { status: string; kind: string }
  diff: Record<string, { to: unknown }>
}

function apply(calls: Map<string, SavedCall>, event: Change): void {
  if (event.op === 'removed') calls.delete(event.id)
  else if (event.op === 'added') {
    const { status, kind, totalBudgetEur, expectedGrants, minContributionEur, maxContributionEur, ...rest } =
      event.record
    const budget = { totalBudgetEur, expectedGrants, minContributionEur, maxContributionEur } as SavedBudget
    const call = { ...rest, id: event.id, status: { id: status }, kind: { id: kind }, budget }
    calls.set(event.id, { ...calls.get(event.id), ...call })
  } else {
    const call = calls.get(event.id)
    if (call !== undefined) calls.set(event.id, changed(call, event.diff))
  }
}

function changed(call: SavedCall, diff: Change['diff']): SavedCall {
  const next: Record<string, unknown> = { ...call, budget: { ...call.budget } }
  for (const [field, { to }] of Object.entries(diff)) {
    if (field === 'status' || field === 'kind') next[field] = { id: to }
    else if (/Eur$|^expectedGrants$/.test(field)) next.budget = { ...(next.budget as SavedBudget), [field]: to }
    else next[field] = to
  }
  return next as SavedCall
}

function rowOfCall(call: SavedCall): PortalRow {
  const isTopic = call.kind.id === '1'
  const description = call.abstract?.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\n\n', '</p><p>')
  return {
    reference: call.id,
    url: call.url ?? '',
    summary: call.callTitle ?? call.title,
    language: 'en',
    metadata: {
      identifier: [call.identifier],
      title: [call.title],
      callIdentifier: listOf(call.callIdentifier),
      callTitle: listOf(call.callTitle),
      type: [call.kind.id],
      status: [call.status.id],
      language: ['en'],
      programmePeriod: ['2021 - 2027'],
      frameworkProgramme: (call.frameworkProgrammes ?? []).map(({ id }) => id),
      programmeDivision: (call.programmeDivisions ?? []).map(({ id }) => id),
      startDate: listOf(call.startDate?.replace('Z', '+0000')),
      deadlineDate: listOf(call.deadlineDate?.replace('Z', '+0000')),
      deadlineModel: [],
      typesOfAction: listOf(call.actionType),
      descriptionByte: description === undefined ? [] : [`<p>${description}</p>`],
      budgetOverview: isTopic ? budgetOverviewOf(call) : [],
      budget: isTopic ? [] : ['0'],
    },
  }
}

/** Its own row, and one of a sibling whose figures must not be taken for its own. */
function budgetOverviewOf({ identifier, actionType, budget }: SavedCall): string[] {
  if (budget?.totalBudgetEur == null) return []
  const own = {
    action: `${identifier} - ${actionType ?? ''}`,
    expectedGrants: budget.expectedGrants ?? undefined,
    minContribution: budget.minContributionEur ?? undefined,
    maxContribution: budget.maxContributionEur ?? undefined,
    budgetYearMap: { '2026': String(budget.totalBudgetEur) },
  }
  const sibling = { action: `${identifier}-a - sibling`, maxContribution: 999_999_999, budgetYearMap: { '2026': 1 } }
  return [JSON.stringify({ budgetYearsColumns: ['2026'], budgetTopicActionMap: { '1': [own, sibling] } })]
}

const listOf = (value: string | null | undefined): string[] => (value == null || value === '' ? [] : [value])

function savedCalls(file: string): SavedCall[] {
  return savedLines<SavedCall>(file)
}

function savedLines<Line>(file: string): Line[] {
  const lines = readFileSync(path.join(savedFolder, file), 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line))
}

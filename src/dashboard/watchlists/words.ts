/** What the screens of watchlists say. */
import type { Language, Severity } from '../../values/vocabularies.ts'
import type { LeftAside } from '../../watchlists/file/header-words.ts'
import { english } from './words-en.ts'
import { french } from './words-fr.ts'
import { dutch } from './words-nl.ts'

export type ListWords = {
  lead: string
  what: string
  table: string
  name: string
  language: string
  companies: string
  updated: string
  none: string
  noneNext: string
  held: (held: string, allowed: string | null) => string
  make: string
  nameHint: string
  nameFault: string
  fullFault: string
  created: string
  removedList: string
  companiesTitle: string
  noCompanies: string
  noCompaniesNext: string
  upload: string
  matches: string
  settings: string
  reference: string
  place: string
  activity: string
  staff: string
  report: string
  takeOff: string
  nextPage: string
  firstPage: string
  latelyTitle: string
  lately: (days: number) => string
  nothingLately: string
  match: Record<'match.created' | 'match.removed' | 'match.status_changed', string>
  save: string
  saved: string
  severity: string
  severities: Record<Severity, string>
  digest: string
  digestHint: string
  digests: Record<'none' | 'daily' | 'weekly', string>
  remove: string
  removeTitle: (name: string) => string
  removeWhy: string
  typeName: (name: string) => string
  typed: string
  removeNow: string
  keep: string
  offTitle: (reference: string) => string
  offWhy: string
  offNow: string
  isOff: (reference: string) => string
  fileTitle: string
  fileLead: string
  fileBounds: (megabytes: string, rows: string, columns: string) => string
  fileColumns: string
  file: string
  noFile: string
  look: string
  take: string
  takeShown: string
  takeHidden: (count: string) => string
  fileAgain: string
  readAs: string
  formats: { csv: (encoding: string, mark: string) => string; xlsx: (sheet: string) => string }
  otherSheets: (names: string) => string
  tab: string
  outcome: string
  added: (count: string) => string
  changed: (count: string) => string
  unchanged: (count: string) => string
  rejected: (count: string) => string
  evaluations: (needed: string, left: string | null) => string
  noEvaluations: string
  roomLeft: (then: string, allowed: string) => string
  noRoom: (over: string) => string
  column: string
  becomes: string
  unknownColumn: string
  leftAside: Record<LeftAside, string>
  firstRows: string
  missing: string
  missingOf: (count: string, of: string) => string
  line: string
  fault: string
  faultsFile: string
  faultsMore: (count: string) => string
  faultsLong: string
  taken: (added: string, replaced: string) => string
  allRejected: string
  quota: string
  toList: string
  matchesTitle: string
  matchesOf: (reference: string) => string
  allCompanies: string
  measure: string
  standing: string
  score: string
  deadline: string
  amount: string
  noMatches: string
  first: (count: string) => string
  csv: string
  reportTitle: string
  reportOf: (day: string) => string
  print: string
}

export const listWords: Record<Language, ListWords> = { nl: dutch, fr: french, en: english }

/** What the screens of webhooks say. */
import type { Language } from '../../values/vocabularies.ts'
import type { FilterName } from '../../webhooks/filters.ts'
import { english } from './words-en.ts'
import { french } from './words-fr.ts'
import { dutch } from './words-nl.ts'

export type WebhookWords = {
  lead: string
  what: string
  table: string
  columns: { host: string; state: string; failures: string; success: string; filters: string }
  on: string
  off: string
  failing: string
  never: string
  everything: string
  none: string
  noneNext: string
  held: (held: string, allowed: string) => string
  full: string
  make: string
  makeTitle: string
  makeLead: string
  url: string
  urlHint: string
  urlFault: string
  filters: Record<FilterName, string>
  filterHints: Record<FilterName, string>
  filterFault: string
  noChoice: string
  noLists: string
  try: string
  matched: (count: string, days: number) => string
  incomplete: string
  examples: string
  create: string
  madeTitle: string
  secretOnce: string
  secretUse: string
  copy: string
  copied: string
  copyFailed: string
  toEndpoint: string
  health: string
  address: string
  created: string
  lastSuccess: string
  failuresInRow: (count: string) => string
  offWhy: string
  offNext: string
  enable: string
  enabled: string
  ping: string
  pinged: string
  pingsFull: string
  rotate: string
  remove: string
  deliveries: string
  deliveriesLead: string
  noDeliveries: string
  noDeliveriesNext: string
  event: string
  state: string
  attempts: string
  answer: string
  queued: string
  next: string
  resendOf: string
  resentAs: string
  states: { pending: string; delivered: string; failed: string }
  errors: Record<string, string>
  resendAll: string
  resendAllWhy: (count: number) => string
  resentAll: (count: string, left: string) => string
  older: string
  feed: string
  rotateTitle: (host: string) => string
  rotateWhy: string
  rotatePending: (count: string) => string
  rotateBoth: string
  rotateNow: string
  rotatedTitle: string
  keep: string
  removeTitle: (host: string) => string
  removeWhy: string
  typeHost: (host: string) => string
  typed: string
  removeNow: string
  removed: string
  deliveryTitle: string
  resend: string
  resentNow: string
  refused: Record<'off' | 'resent' | 'gone', string>
  attemptsTitle: string
  attempt: string
  began: string
  took: string
  outcome: string
  noAttempt: string
  lostAttempts: (count: number) => string
  headers: string
  noSignature: string
  body: string
  noBody: string
  curl: string
  curlWhy: string
  curlLong: string
  back: string
}

export const webhookWords: Record<Language, WebhookWords> = { nl: dutch, fr: french, en: english }

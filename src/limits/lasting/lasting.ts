/** What of limits outlasts a restore: what was used of a month stays used. */
import type { Lasting } from '../../platform/database/lasting.ts'
import { metersAfter, raiseMeters, raiseUsages, usagesAfter } from './lasting-store.ts'

export const countedRequests: Lasting = {
  word: 'requests',
  mustBeKnown: false,
  toldDays: Number.POSITIVE_INFINITY,
  tables: ['meter'],
  form: ['text', 'text', 'integer', 'integer', 'integer', 'text', 'integer', 'integer?'],
  tell: metersAfter,
  honour: raiseMeters,
}

export const countedEvaluations: Lasting = {
  word: 'evaluations',
  mustBeKnown: false,
  toldDays: Number.POSITIVE_INFINITY,
  tables: ['match_usage'],
  form: ['text', 'text', 'integer'],
  tell: usagesAfter,
  honour: raiseUsages,
}

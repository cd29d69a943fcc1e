/**
 * Routes of the API as the dashboard has them: under `/v1/dashboard`, for a session in the place of a key. They are the same
 * records, so that they read, refuse and do the same; only requests are not counted (contract 10).
 */
import type { RouteRecord } from '../../contract/route.ts'
import { dashboardTwinAccess } from '../../sign_in/access.ts'

const api = '/v1/'

export function twinOf<Needs>(record: RouteRecord<Needs>): RouteRecord<Needs> {
  const { path, operation } = record
  return {
    ...record,
    path: `${api}dashboard/${path.slice(api.length)}`,
    operation: `dashboard${operation.slice(0, 1).toUpperCase()}${operation.slice(1)}`,
    access: dashboardTwinAccess as unknown as RouteRecord<Needs>['access'],
    refuses: [...record.refuses, 'subscription_required', ...(record.method === 'GET' ? [] : (['forbidden'] as const))],
    etag: false,
  }
}

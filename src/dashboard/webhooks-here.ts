/** Webhooks as routes and screens of the dashboard have them. */

import type { JsonBytes } from '../contract/call.ts'
import type { CursorKeys } from '../contract/cursor.ts'
import type { Database } from '../platform/database/database.ts'
import type { CreateMeans } from '../webhooks/create-webhook.ts'
import { listWebhooks } from '../webhooks/endpoints.ts'
import type { Filters } from '../webhooks/filters.ts'

export type DashboardWebhookNeeds = CreateMeans & {
  database: Database
  cursors: { keys: CursorKeys; generation: string }
  /** With which deliveries are sent. */
  userAgent: string
}

/** An endpoint as the API answers it. */
export type ShownWebhook = {
  id: string
  url: string
  filters: Filters
  active: boolean
  created_at: string
  last_success_at: string | null
  consecutive_failures: number
  secret?: string
}

/** More than any plan allows. */
const endpointsMax = 200

export async function ownWebhooks({ database, cursors }: DashboardWebhookNeeds, accountId: string) {
  const asked = { accountId, limit: endpointsMax, limitMax: endpointsMax, cursor: undefined }
  const { data } = await listWebhooks(database, cursors, asked)
  return valueIn<ShownWebhook[]>(data)
}

/** What operations answer as JSON that lies ready. */
export function valueIn<Value>({ parts }: JsonBytes): Value {
  return JSON.parse(Buffer.concat(parts).toString()) as Value
}

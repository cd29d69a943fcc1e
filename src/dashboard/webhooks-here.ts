/** What routes and screens of webhooks are given. */
import type { CreateMeans } from '../webhooks/create-webhook.ts'

export type DashboardWebhookNeeds = CreateMeans & {
  /** With which deliveries are sent. */
  userAgent: string
}

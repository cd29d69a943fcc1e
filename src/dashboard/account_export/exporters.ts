/** Who hands out what of an account; a test holds it against the table of tables. */
import { accountExporter, type Exporter } from '../../accounts/exporter.ts'
import { billingExporter } from '../../billing/leaving.ts'
import { eventExporter } from '../../changes/leaving.ts'
import { digestExporter } from '../../digests/leaving.ts'
import { countsExporter } from '../../limits/leaving.ts'
import { mailExporter } from '../../mail/leaving.ts'
import { signInExporter } from '../../sign_in/leaving.ts'
import { usageExporter } from '../../usage/leaving.ts'
import { watchlistExporter } from '../../watchlists/leaving/export.ts'
import { webhookExporter } from '../../webhooks/leaving.ts'

export const exporters: readonly Exporter[] = [
  accountExporter,
  mailExporter,
  countsExporter,
  eventExporter,
  watchlistExporter,
  webhookExporter,
  digestExporter,
  usageExporter,
  billingExporter,
  signInExporter,
]

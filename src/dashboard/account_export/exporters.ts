/** Who hands out what of an account; a test holds it against the table of tables. */
import { accountExporter } from '../../accounts/account-export.ts'
import type { Exporter } from '../../accounts/exporter.ts'
import { billingExporter } from '../../billing/leaving/export.ts'
import { eventExporter } from '../../changes/leaving/export.ts'
import { digestExporter } from '../../digests/leaving/export.ts'
import { countsExporter } from '../../limits/leaving/export.ts'
import { mailExporter } from '../../mail/leaving/export.ts'
import { signInExporter } from '../../sign_in/leaving/export.ts'
import { usageExporter } from '../../usage/leaving/export.ts'
import { watchlistExporter } from '../../watchlists/leaving/export.ts'
import { webhookExporter } from '../../webhooks/leaving/export.ts'

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

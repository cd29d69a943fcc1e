/** Who hands out what of an account; a test holds it against the table of tables. */
import { accountExporter } from '../../accounts/account-export.ts'
import type { Exporter } from '../../accounts/exporter.ts'
import { billingExporter } from '../../billing/account-export.ts'
import { eventExporter } from '../../changes/account-export.ts'
import { countsExporter } from '../../limits/account-export.ts'
import { mailExporter } from '../../mail/account-export.ts'
import { signInExporter } from '../../sign_in/account-export.ts'
import { usageExporter } from '../../usage/account-export.ts'
import { watchlistExporter } from '../../watchlists/account-export.ts'
import { webhookExporter } from '../../webhooks/account-export.ts'

export const exporters: readonly Exporter[] = [
  accountExporter,
  mailExporter,
  countsExporter,
  eventExporter,
  watchlistExporter,
  webhookExporter,
  usageExporter,
  billingExporter,
  signInExporter,
]

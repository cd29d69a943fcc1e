/** What the screens of webhooks say. */
import type { Language } from '../../values/vocabularies.ts'
import { english } from './words-en.ts'
import { french } from './words-fr.ts'
import { dutch } from './words-nl.ts'

export type WebhookWords = typeof english

export const webhookWords: Record<Language, WebhookWords> = { nl: dutch, fr: french, en: english }

/** What the screens of watchlists say. */
import type { Language } from '../../values/vocabularies.ts'
import { english } from './words-en.ts'
import { french } from './words-fr.ts'
import { dutch } from './words-nl.ts'

export type ListWords = typeof english

export const listWords: Record<Language, ListWords> = { nl: dutch, fr: french, en: english }

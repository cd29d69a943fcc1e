/** The words of the page of a measure, by language. */
import type { Language } from '../../values/vocabularies.ts'
import { en } from './words-en.ts'
import { fr } from './words-fr.ts'
import { nl } from './words-nl.ts'

type MeasureWords = typeof en

export const measureWords: Record<Language, MeasureWords> = { nl, fr, en }

/** What the pages of the company check say. */
import type { Language } from '../../../values/vocabularies.ts'
import { wordsEn } from './words-en.ts'
import { wordsFr } from './words-fr.ts'
import { wordsNl } from './words-nl.ts'

export type CheckWords = typeof wordsEn

export const checkWords: Readonly<Record<Language, CheckWords>> = { nl: wordsNl, fr: wordsFr, en: wordsEn }

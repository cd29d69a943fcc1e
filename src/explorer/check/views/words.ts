/** What the pages of the company check say. */
import type { Language } from '../../../values/vocabularies.ts'
import { wordsEn } from './words-en.ts'
import { wordsFr } from './words-fr.ts'
import { wordsNl } from './words-nl.ts'

export type CheckWords = {
  title: string
  description: string
  lead: string
  kept: string
  forMeasure: string
  fields: Record<'postcode' | 'applicant' | 'nace' | 'employees' | 'topics' | 'budget', { label: string; hint: string }>
  noChoice: string
  forms: string
  others: string
  moreTopics: string
  begin: string
  faultsTitle: string
  nothingTold: string
  unreadableTitle: string
  unreadableWhy: string
  elsewhereTitle: string
  elsewhereWhy: string
  limitTitle: string
  limitWhy: (count: string) => string
  limitNext: string
  limitApi: string
  again: string
  startAgain: string
  renewedTitle: string
  renewedWhy: string
  resultsTitle: string
  told: string
  factNames: Record<'place' | 'applicant' | 'activity' | 'people' | 'subject' | 'budget', string>
  notTold: string
  change: string
  named: (name: string, act: string) => string
  tell: string
  people: (count: string) => string
  answered: (count: number) => string
  skipped: (count: number) => string
  takeUp: string
  yes: string
  no: string
  goOn: string
  unknown: string
  nextQuestion: string
  askedAgain: string
  decides: (count: number) => string
  playsIn: (count: number) => string
  among: string
  ofMeasure: string
  back: string
  toList: string
  nothingLeft: string
  gone: string
  withheld: string
  report: string
  print: string
  printHint: string
  reportTitle: string
  reportOf: (day: string) => string
  countLikely: (count: number) => string
  countPossibly: (count: number) => string
  countLook: (count: number) => string
  out: (count: string) => string
  why: string
  whyOut: (refused: string, elsewhere: string) => readonly string[]
  likely: string
  possibly: (count: number) => string
  look: string
  not: string
  up: (places: number) => string
  down: (places: number) => string
  isNew: string
  leftOut: (count: number) => string
  backIn: (count: number) => string
  moved: (count: number) => string
  toConfirm: (count: number) => string
  judges: string
  checkedThere: string
  amountWhy: string
  notTogether: string
  rules: string
  thisMeasure: string
  measureGone: string
  listTitle: string
  nothing: string
  nothingWhy: string
  more: (count: number) => string
  first: (count: number) => string
  notice: string
  assumed: string
  sources: string
  inLanguage: string
  disclaimer: string
  working: string
}

export const checkWords: Readonly<Record<Language, CheckWords>> = { nl: wordsNl, fr: wordsFr, en: wordsEn }

/** Longest texts in UTF-16 code units, longest lists in entries. Generous: they keep a broken source out, nothing else. */
export const inputBounds = {
  localIdMax: 200,
  titleMax: 1_000,
  summaryMax: 10_000,
  descriptionMax: 200_000,
  noteMax: 10_000,
  conditionTextMax: 20_000,
  conditionIdMax: 80,
  excerptMax: 10_000,
  nameMax: 500,
  idMax: 200,
  urlMax: 2_048,
  emailMax: 254,
  phoneMax: 40,
  /** Steps, and documents, of how to apply. */
  applicationListMax: 30,
  /** Ten years. */
  decisionDaysMax: 3_650,
  listMax: 1_000,
  /** Of one language. */
  keywordsMax: 100,
  keywordMax: 100,
  rulesMax: 500,
  ruleDepthMax: 8,
  /** Euros; below it every amount in cents is exact. */
  moneyMax: 10_000_000_000_000,
  /** Faults told of one record. */
  faultsMax: 5,
} as const

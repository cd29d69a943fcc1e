/** What the page of a measure says around what the measure says itself. */
export type MeasureWords = {
  support: string
  supportUnknown: string
  apply: string
  noDeadline: string
  opens: (day: string) => string
  for: string
  givenBy: string
  handledBy: (name: string) => string
  authority: string
  applyThere: string
  check: string
  calendar: string
  who: string
  byRule: (text: string | null) => string
  certain: (percent: string) => string
  /** When somebody last looked where a rule stands. */
  partSeen: (day: string) => string
  partNotSeen: string
  partPage: string
  youConfirm: string
  byAuthority: string
  checkedThere: string
  noConditions: string
  judges: string
  judgesNothing: string
  standing: string
  standingWhy: string
  procedure: string
  afterwards: string
  amountConditions: string
  howMuch: string
  tier: string
  rate: string
  sum: string
  otherwise: string
  overall: string
  ofBasis: (basis: string) => string
  budget: string
  figuresOf: (year: string) => string
  when: string
  opensAt: string
  closesAt: string
  allDeadlines: string
  recurrence: Record<'one_off' | 'recurring' | 'continuous', string>
  brusselsTime: string
  details: string
  sectors: string
  sectorsOut: string
  legalForms: string
  costTypes: string
  stateAid: string
  programme: string
  topics: string
  provinces: string
  description: string
  knowTitle: string
  source: string
  textOf: string
  theRecord: string
  lastLooked: string
  nobodyLooked: string
  licence: string
  version: string
  since: (day: string) => string
  notTogether: string
  firstHave: string
  partOf: string
  alike: string
  law: string
  changes: string
  changesUnknown: string
  changesFirst: string
  history: string
  withdrawnTitle: string
  withdrawnWhy: (day: string) => string
  uncheckedTitle: string
  uncheckedWhy: string
  withheld: string
  report: string
  reportSubject: (title: string) => string
  disclaimer: string
  onlyIn: string
}

/** Longest lists of a request, and the bounds of `limit`. */
export const requestBounds = {
  naceMax: 200,
  jointCommitteesMax: 50,
  topicsMax: 100,
  applicantTypesMax: 100,
  costTypesMax: 100,
  stagesMax: 100,
  partnersMax: 100,
  limitMin: 1,
  limitMax: 100,
  limitDefault: 25,
  referenceMax: 200,
  answersMax: 1_000,
  projectTextMax: 500,
  /** Longer than any id or slug. */
  subsidyMax: 400,
} as const

/** Scores and topic fits as JSON: there are few, and the runtime takes a fifth of a microsecond for each that it writes anew. */

/** 0 to 100 in tenths. */
const tenths = textsOf(1_000, 10)
/** 0 to 1 in hundredths. */
const hundredths = textsOf(100, 100)

function textsOf(most: number, parts: number): readonly string[] {
  return Array.from({ length: most + 1 }, (_, place) => String(place / parts))
}

/** The text of a score; of any number whatever it is. */
export function scoreText(score: number): string {
  return textIn(tenths, score, 10)
}

/** The text of a topic fit; of any number whatever it is. */
export function topicFitText(fit: number): string {
  return textIn(hundredths, fit, 100)
}

function textIn(texts: readonly string[], value: number, parts: number): string {
  const place = Math.round(value * parts)
  return (place / parts === value ? texts[place] : undefined) ?? String(value)
}

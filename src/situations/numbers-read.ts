/** Amounts of money and numbers of people in what was typed: `40.000 euro`, `1,5 miljoen`, `8 werknemers`, `deux associés`. */

/** `read`: up to where its words say nothing else (`3 werkzoekenden` are three, and jobseekers). */
export type NumberRead = { kind: 'amount' | 'people'; value: number; start: number; end: number; read: number }

const currency = '(?:€|eur|euro|euros)'
const scales: readonly [pattern: string, times: number][] = [
  ['k', 1_000],
  ['duizend|mille|tausend|thousand', 1_000],
  ['m|mio|mln|miljoen|million|millions|millionen|miljoenen', 1_000_000],
]
const scale = scales.map(([pattern]) => pattern).join('|')
const group = '[.,\\u00a0\\u202f ]'
const figure = `\\d{1,3}(?:${group}\\d{3})+(?:[.,]\\d{1,2})?(?!\\d)|\\d+(?:[.,]\\d{1,2})?(?!\\d)`
/** Without a currency \`m\` is a metre. */
const scaleAlone = scale.replace('m|mio', 'mio')
/** No project of anybody is larger, nor any staff. */
const amountMost = 1_000_000_000_000
const amountForm = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${currency}\\s*(${figure})(?:\\s*(${scale}))?|(${figure})(?:\\s*(${scale}))?\\s*${currency})(?![\\p{L}\\p{N}])|(?<![\\p{L}\\p{N}])(${figure})\\s*(${scaleAlone})(?![\\p{L}\\p{N}])`,
  'giu',
)
/** Not one, which is an article in most of these languages. */
const smallNumbers: Readonly<Record<string, number>> = {
  ...{ twee: 2, drie: 3, vier: 4, vijf: 5, zes: 6, zeven: 7, acht: 8, negen: 9, tien: 10 },
  ...{ deux: 2, trois: 3, quatre: 4, cinq: 5, six: 6, sept: 7, huit: 8, neuf: 9, dix: 10 },
  ...{ zwei: 2, drei: 3, fünf: 5, sechs: 6, sieben: 7, neun: 9, zehn: 10 },
  ...{ two: 2, three: 3, four: 4, five: 5, seven: 7, eight: 8, nine: 9, ten: 10 },
}
const people =
  'werknemers?|werkzoekenden|jongeren|uitzendkrachten|personeelsleden|medewerkers?|mensen|personen|personeel|arbeiders?|bedienden?|vennoten|ontslagen|stagiairs?|' +
  'travailleurs?|jeunes|demandeurs d.emploi|salariés?|employés?|collaborateurs?|personnes|associés?|ouvriers?|stagiaires?|licenciements|' +
  'mitarbeitern?|mitarbeiterinnen|beschäftigten?|angestellten?|personen|gesellschafter|arbeitnehmern?|' +
  'employees?|hires|jobseekers|apprentices|staff|workers?|people|partners|redundancies|fte|etp|vte|vze'
/** Those of whom nothing is said but that they work there. */
const isStaff =
  /(?:werknemer|personeel|medewerker|mensen|personen|arbeider|bediende|travailleur|salarié|employé|collaborateur|personnes|ouvrier|mitarbeiter|beschäftigt|angestellt|arbeitnehmer|employee|staff|worker|people|fte|etp|vte|vze)/iu
const peopleForm = new RegExp(
  `(?<![\\p{L}\\p{N}])(\\d{1,6}|${Object.keys(smallNumbers).join('|')})\\s+(?:${people})(?![\\p{L}\\p{N}])`,
  'giu',
)

/** Whether a number of people with those words is of people who work there (`8 werknemers`), and not of others (`3 jongeren`). */
export function areStaff(text: string): boolean {
  return isStaff.test(text)
}

/** What stands there, in order; no two overlap. */
export function numbersIn(q: string): NumberRead[] {
  const amounts = [...q.matchAll(amountForm)].map((match): NumberRead => {
    const [text, first, firstScale, second, secondScale, third, thirdScale] = match
    const value = figureOf(first ?? second ?? third ?? '') * timesOf(firstScale ?? secondScale ?? thirdScale)
    const end = match.index + text.length
    return { kind: 'amount', value, start: match.index, end, read: end }
  })
  const numbers = [...q.matchAll(peopleForm)].map(({ 0: text, 1: number = '', index }): NumberRead => {
    const value = smallNumbers[number.toLowerCase()] ?? Number(number)
    const end = index + text.length
    return { kind: 'people', value, start: index, end, read: isStaff.test(text) ? end : index + number.length }
  })
  const free = numbers
    .filter(({ value }) => value >= 0)
    .filter(({ start, end }) => amounts.every((amount) => end <= amount.start || start >= amount.end))
  return [...amounts.filter(({ value }) => value > 0 && value <= amountMost), ...free].sort(
    (left, right) => left.start - right.start,
  )
}

function figureOf(text: string): number {
  const grouped = /^\d{1,3}(?:[.,\u00a0\u202f ]\d{3})+/.exec(text)?.[0]
  if (grouped === undefined) return Number(text.replace(',', '.'))
  return Number(grouped.replaceAll(/\D/g, '') + text.slice(grouped.length).replace(',', '.'))
}

function timesOf(word: string | undefined): number {
  if (word === undefined) return 1
  return scales.find(([pattern]) => new RegExp(`^(?:${pattern})$`, 'iu').test(word))?.[1] ?? 1
}

/** Numbers of people's scale as the runtime's own format writes them, at a hundredth of its price. */

/** A number whose groups, decimals and surroundings show how a format writes all others. */
const example = 1_234_567.5
const groupDigits = 3
/** Up to here a number of cents is exact. */
const writtenMax = Number.MAX_SAFE_INTEGER / 100

/**
 * What `form` writes of a number that is not negative and has no more than two decimals, from what it writes of one such
 * number: what is left is to group digits. Every other number goes to `form` itself. For formats of at most two decimals.
 */
export function groupedDigits(form: Intl.NumberFormat): (value: number) => string {
  const parts = form.formatToParts(example)
  const first = parts.findIndex(({ type }) => type === 'integer')
  const last = parts.findLastIndex(({ type }) => type === 'fraction')
  const textOf = (from: number, to: number) =>
    parts
      .slice(from, to)
      .map(({ value }) => value)
      .join('')
  const [before, after] = [textOf(0, first), textOf(last + 1, parts.length)]
  const separator = parts.find(({ type }) => type === 'group')?.value ?? ''
  const point = parts.find(({ type }) => type === 'decimal')?.value ?? ''
  const showsLastZero = parts[last]?.value.length === 2
  return (value) => {
    const cents = Math.round(value * 100)
    if (!(value >= 0 && value < writtenMax) || cents / 100 !== value) return form.format(value)
    const decimals = cents % 100
    const whole = grouped(String((cents - decimals) / 100), separator)
    if (decimals === 0) return `${before}${whole}${after}`
    const written = decimals % 10 === 0 && !showsLastZero ? String(decimals / 10) : String(decimals).padStart(2, '0')
    return `${before}${whole}${point}${written}${after}`
  }
}

function grouped(digits: string, separator: string): string {
  let end = digits.length - groupDigits
  if (end <= 0) return digits
  let text = digits.slice(end)
  for (; end > groupDigits; end -= groupDigits) text = `${digits.slice(end - groupDigits, end)}${separator}${text}`
  return `${digits.slice(0, end)}${separator}${text}`
}

/** The tokens of the look as its sheet says them, and the contrast of the pairs in which they are used. */

export type Token = { name: string; light: string; dark: string }

const tokenForm = /--([a-z-]+):\s*light-dark\((#[0-9a-f]{6}),\s*(#[0-9a-f]{6})\)/g

export function tokensOf(sheet: string): Token[] {
  return [...sheet.matchAll(tokenForm)].map(([, name = '', light = '', dark = '']) => ({ name, light, dark }))
}

/** What stands on what, and the least contrast that it needs: 4.5 for text, 3 for lines of controls and parts of charts. */
export const pairs: readonly [over: string, ground: string, least: 4.5 | 3][] = [
  ['ink', 'paper', 4.5],
  ['ink', 'wash', 4.5],
  ['ink', 'look-wash', 4.5],
  ['ink', 'bad-wash', 4.5],
  ['ink', 'accent-wash', 4.5],
  ['ink-soft', 'paper', 4.5],
  ['ink-soft', 'wash', 4.5],
  ['ink-soft', 'accent-wash', 4.5],
  ['accent', 'paper', 4.5],
  ['accent', 'wash', 4.5],
  ['accent', 'accent-wash', 4.5],
  ['on-accent', 'accent', 4.5],
  ['likely', 'likely-wash', 4.5],
  ['possibly', 'possibly-wash', 4.5],
  ['look', 'look-wash', 4.5],
  ['not', 'not-wash', 4.5],
  ['bad', 'bad-wash', 4.5],
  ['bad', 'paper', 4.5],
  ['control-line', 'paper', 3],
  ['second', 'paper', 3],
]

/** WCAG 2.2 contrast ratio of two colours as `#rrggbb`, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((place) => {
    const part = Number.parseInt(colour.slice(place, place + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

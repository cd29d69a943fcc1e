/** Bars as an inline picture: at most two colours, and always over a table that says the same. */
import { type Html, html } from '../html.ts'

const labelHeight = 20
const barHeight = 14
const width = 600

export type Bar = { label: string; value: number; text: string }

/** The picture is left out for who cannot see it: the table under it has the figures. */
export function bars(rows: readonly Bar[]): Html {
  const most = Math.max(1, ...rows.map(({ value }) => value))
  const height = rows.length * (labelHeight + barHeight)
  return html`<svg class="bars" viewBox=${`0 0 ${width} ${height}`} aria-hidden="true" focusable="false">
    ${rows.map(({ label, value, text }, place) => {
      const top = place * (labelHeight + barHeight)
      return html`<g>
        <text x="0" y=${top + barHeight}>${label}</text>
        <text class="bar-figure" x=${width} y=${top + barHeight} text-anchor="end">${text}</text>
        <rect x="0" y=${top + labelHeight} width=${Math.round((value / most) * width)} height="8" rx="2"></rect>
      </g>`
    })}
  </svg>`
}

/** One bar within a row that says its figure: as long as its share (0..1) of the longest. */
export function bar(share: number): Html {
  return html`<svg class="bar" width="100%" height="8" aria-hidden="true" focusable="false">
    <rect width=${`${Math.round(share * 1_000) / 10}%`} height="8" rx="2"></rect>
  </svg>`
}

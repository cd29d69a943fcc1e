/** Bars of the days of a month, one colour upon the other, as an inline picture: always over a table that says the same. */
import { type Html, html } from '../html.ts'

const [width, height, labelHeight, gap] = [840, 150, 20, 8]
/** Days between two that are named. */
const namedEvery = 7

/** `first` stands on the ground, `second` upon it. */
export type DayBar = { label: string; first: number; second: number }

/** The picture is left out for who cannot see it: the table under it has the figures. */
export function dayBars(days: readonly DayBar[]): Html {
  const most = Math.max(1, ...days.map(({ first, second }) => first + second))
  const step = width / Math.max(1, days.length)
  // Something is to be seen of what there is.
  const tall = (value: number): number => (value === 0 ? 0 : Math.max(1, Math.round((value / most) * height)))
  return html`<svg class="bars days" viewBox=${`0 0 ${width} ${height + labelHeight}`} aria-hidden="true" focusable="false">
    ${days.map(({ label, first, second }, place) => {
      const left = Math.round((place * step + gap / 2) * 10) / 10
      const wide = Math.round((step - gap) * 10) / 10
      const [low, high] = [tall(first), tall(second)]
      const isNamed = place === 0 || (place + 1) % namedEvery === 0
      return html`<g>
        ${low === 0 ? null : html`<rect x=${left} y=${height - low} width=${wide} height=${low}></rect>`}
        ${high === 0 ? null : html`<rect class="second" x=${left} y=${height - low - high} width=${wide} height=${high}></rect>`}
        ${isNamed ? html`<text x=${left} y=${height + 16}>${label}</text>` : null}
      </g>`
    })}
    <line x1="0" y1=${height} x2=${width} y2=${height}></line>
  </svg>`
}

/** Which colour is what. */
export function barKey(first: string, second: string): Html {
  return html`<ul class="bar-key">
    <li><span class="colour" aria-hidden="true"></span> ${first}</li>
    <li><span class="colour second" aria-hidden="true"></span> ${second}</li>
  </ul>`
}

/** Pairs of what and which: a list of facts in a column, or four of them side by side at the head of a page. */
import { type Children, type Html, html } from '../html.ts'

export type Fact = { name: Children; value: Children; note?: Children }

export function facts(rows: readonly Fact[]): Html {
  return html`<dl class="facts">
    ${rows.map(({ name, value, note }) => html`<div><dt>${name}</dt><dd>${value}${note === undefined ? null : html`<span class="soft"> ${note}</span>`}</dd></div>`)}
  </dl>`
}

export function headFacts(rows: readonly Fact[]): Html {
  return html`<dl class="head-facts">
    ${rows.map(({ name, value, note }) => html`<div><dt>${name}</dt><dd class="value">${value}</dd>${note === undefined || note === null ? null : html`<dd class="note">${note}</dd>`}</div>`)}
  </dl>`
}

/** A table with a caption; long ones scroll within themselves, by keyboard too. */
import { type Children, type Html, html } from '../html.ts'

export type Column = { heading: Children; isFigure?: boolean }

export type TableParts = {
  /** For those who cannot see it; shown where `isCaptionShown`. */
  caption: string
  isCaptionShown?: boolean
  columns: readonly Column[]
  /** The first cell of each is its heading. */
  rows: readonly (readonly Children[])[]
}

export function table({ caption, isCaptionShown, columns, rows }: TableParts): Html {
  const kindOf = (place: number) => (columns[place]?.isFigure === true ? 'figure' : null)
  return html`<div class="table" role="region" aria-label=${caption} tabindex="0">
    <table>
      <caption class=${isCaptionShown === true ? null : 'unseen'}>${caption}</caption>
      <thead>
        <tr>
          ${columns.map(({ heading }, place) => html`<th scope="col" class=${kindOf(place)}>${heading}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (cells) =>
            html`<tr>
              ${cells.map((cell, place) =>
                place === 0 ? html`<th scope="row">${cell}</th>` : html`<td class=${kindOf(place)}>${cell}</td>`,
              )}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}

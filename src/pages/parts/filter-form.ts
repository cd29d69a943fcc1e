/** Choices over a list, each with everything at first: a form that is sent by a button, so that it works without script. */
import { type Html, html } from '../html.ts'

export type FilterChoice = {
  /** Of the parameter. */
  name: string
  label: string
  /** What is said of nothing chosen. */
  all: string
  options: readonly { value: string; label: string }[]
  chosen: string | null
}

export function filterForm(action: string, choices: readonly FilterChoice[], button: string): Html {
  return html`<form class="filters" method="get" action=${action}>
    ${choices.map(
      ({ name, label, all, options, chosen }) =>
        html`<div class="field">
          <label for=${name}>${label}</label>
          <select name=${name} id=${name}>
            <option value="" selected=${chosen === null}>${all}</option>
            ${options.map(({ value, label: text }) => html`<option value=${value} selected=${value === chosen}>${text}</option>`)}
          </select>
        </div>`,
    )}
    <button class="outlined" type="submit">${button}</button>
  </form>`
}

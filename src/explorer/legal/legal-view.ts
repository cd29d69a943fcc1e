/** Prose in sections, and whom to ask. */
import { type Html, html } from '../../pages/html.ts'
import type { Operator } from '../../pages/operator.ts'
import { frameWords } from '../../pages/words/frame-words.ts'
import type { Language } from '../../values/vocabularies.ts'

export type LegalWords = {
  title: string
  description: string
  lead: string
  sections: readonly { heading: string; items: readonly string[] }[]
}

export function legalView({ title, lead, sections }: LegalWords, language: Language, operator: Operator | null): Html {
  const { footer } = frameWords[language]
  return html`<h1>${title}</h1>
    <p class="lead">${lead}</p>
    <p>
      ${operator === null ? footer.noOperator : html`${footer.operatedBy(operator.name)} <a href=${operator.contact}>${footer.contact}</a>`}
    </p>
    ${sections.map(
      ({ heading, items }) =>
        html`<section>
          <h2>${heading}</h2>
          <ul>
            ${items.map((item) => html`<li>${item}</li>`)}
          </ul>
        </section>`,
    )}`
}

/** How an assistant is connected, whether one is, and what it can do then. */
import { type Html, html } from '../../pages/html.ts'
import { table } from '../../pages/parts/table.ts'
import type { Instant } from '../../values/brussels.ts'
import type { Language } from '../../values/vocabularies.ts'
import { code, moment, panel } from '../frame/parts.ts'
import { places } from '../frame/places.ts'
import { bridgeSetting, clientSettings, handCall } from './clients.ts'
import { assistantWords } from './words.ts'

export type AssistantsShown = {
  language: Language
  baseUrl: string
  tools: readonly { name: string; title: string }[]
  /** When an assistant asked last; null: none has, in the last 7 days. */
  seenAt: Instant | null
}

export function assistantsView({ language, baseUrl, tools, seenAt }: AssistantsShown): Html {
  const words = assistantWords[language]
  const url = `${baseUrl}/mcp`
  return html`<p class="lead">${words.lead}</p>
    ${panel(
      null,
      html`${
        seenAt === null
          ? html`<p class="light">${words.waiting}</p>`
          : html`<p class="light on">${words.seen}, ${moment(seenAt, language)}</p>`
      }
      <p>${words.key} <a href=${places.keys}>${words.makeKey}</a></p>`,
    )}
    ${clientSettings(url).map(({ name, file, text }) =>
      panel(name, html`${file === null ? null : html`<p class="soft"><code>${file}</code></p>`}${code(text, name)}`),
    )}
    ${panel(words.bridge, html`<p>${words.bridgeHint}</p>${code(bridgeSetting(url), words.bridge)}`)}
    ${panel(words.byHand, code(handCall(url), words.byHand))}
    ${panel(words.ask, html`<ul>${words.prompts.map((prompt) => html`<li>${prompt}</li>`)}</ul>`)}
    ${panel(
      words.tools,
      html`<p>${words.toolsLead}</p>
        ${table({
          caption: words.tools,
          columns: [{ heading: 'MCP' }, { heading: '' }],
          rows: tools.map(({ name, title }) => [html`<code>${name}</code>`, html`<span lang="en">${title}</span>`]),
        })}
        <p><a href="/docs/mcp">${words.docs}</a></p>`,
    )}
    ${panel(words.help, html`<ul>${words.helps.map((help) => html`<li>${help}</li>`)}</ul>`)}`
}

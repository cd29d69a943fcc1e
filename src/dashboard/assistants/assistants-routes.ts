/** The screen for assistants: `/dashboard/assistants`. */
import type { RouteRecord } from '../../contract/route.ts'
import { toolWords } from '../../mcp/tools/tool-words.ts'
import { type Html, html } from '../../pages/html.ts'
import { table } from '../../pages/parts/table.ts'
import type { Database } from '../../platform/database/database.ts'
import { filterOf, requestsOf } from '../../usage/requests/requests.ts'
import type { Instant } from '../../values/brussels.ts'
import type { Language } from '../../values/vocabularies.ts'
import type { ScreenNeeds } from '../frame/frame.ts'
import { code, moment, panel } from '../frame/parts.ts'
import { places } from '../frame/places.ts'
import { screenRoute } from '../frame/screen.ts'
import { shellWords } from '../frame/words.ts'
import { assistantWords } from './words.ts'

const toolsRoute = '/mcp'

export const assistantScreens = <Needs extends ScreenNeeds & { database: Database }>(): RouteRecord<Needs>[] => [
  screenRoute<Needs, Record<never, never>>({
    path: places.assistants,
    operation: 'assistantsScreen',
    query: {},
    async run({ needs, caller }) {
      const { language, accountId, at } = caller
      const asked = { limit: 1, before: null, filter: filterOf({ route: toolsRoute }) }
      const { requests } = await requestsOf(needs.database, accountId, at, asked)
      return {
        title: shellWords[language].places.assistants,
        place: 'assistants',
        scripts: ['copy-code.mjs'],
        body: assistantsView({
          ...{ language, baseUrl: needs.baseUrl, seenAt: requests[0]?.at ?? null },
          tools: Object.values(toolWords).map(({ name, title }) => ({ name, title })),
        }),
      }
    },
  }),
]

type AssistantsShown = {
  language: Language
  baseUrl: string
  tools: readonly { name: string; title: string }[]
  /** When an assistant asked last; null: none has, in the last 7 days. */
  seenAt: Instant | null
}

function assistantsView({ language, baseUrl, tools, seenAt }: AssistantsShown): Html {
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

type ClientSetting = { name: string; file: string | null; text: string }

const json = (value: unknown): string => JSON.stringify(value, null, 2)

/** How each assistant is told the address and the key; the key is one that the reader puts in, or the environment's. `url`: of the tools. */
function clientSettings(url: string): readonly ClientSetting[] {
  return [
    {
      name: 'Claude Code',
      file: null,
      text: `claude mcp add --transport http subsidies ${url} --header "Authorization: Bearer $SUBSIDIES_KEY"`,
    },
    {
      name: 'VS Code',
      file: '.vscode/mcp.json',
      text: json({
        inputs: [{ type: 'promptString', id: 'key', description: 'API key', password: true }],
        // The editor puts in what it has asked for.
        servers: { subsidies: { type: 'http', url, headers: { Authorization: 'Bearer $' + '{input:key}' } } },
      }),
    },
    {
      name: 'Cursor',
      file: '~/.cursor/mcp.json',
      text: json({
        mcpServers: { subsidies: { url, headers: { Authorization: 'Bearer $' + '{env:SUBSIDIES_KEY}' } } },
      }),
    },
    {
      name: 'Gemini CLI',
      file: '~/.gemini/settings.json',
      text: json({ mcpServers: { subsidies: { httpUrl: url, headers: { Authorization: 'Bearer $SUBSIDIES_KEY' } } } }),
    },
  ]
}

/** For assistants that start a program and cannot send headers themselves. */
function bridgeSetting(url: string): string {
  const args = ['-y', 'mcp-remote', url, '--header', 'Authorization:$' + '{AUTH}']
  return json({ mcpServers: { subsidies: { command: 'npx', args, env: { AUTH: 'Bearer <API_KEY>' } } } })
}

/** A call that anybody can make. */
function handCall(url: string): string {
  const message = {
    ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
    params: { name: 'search_subsidies', arguments: { q: 'warmtepomp', limit: 5 } },
  }
  return `curl -s ${url} -H "Authorization: Bearer $SUBSIDIES_KEY" \\\n  -d '${JSON.stringify(message)}'`
}

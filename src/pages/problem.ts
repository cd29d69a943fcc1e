/** A refusal as a page: every one keeps the search. */
import type { Refusal } from '../contract/refusals.ts'
import { type Language, languages } from '../values/vocabularies.ts'
import { pageAddress } from './address.ts'
import { documentTree } from './frame.ts'
import { type Html, html } from './html.ts'
import { searchBox } from './parts/search-box.ts'
import { frameWords } from './words/frame-words.ts'
import { type Problem, problemWords } from './words/problem-words.ts'

/** Characters of a name from the request that are repeated to its sender. */
const namedMax = 60
/** Of what the API says of what it cannot read, and of what to write. */
const messageMax = 1_000

function problemOf(status: number): Problem {
  if (status === 403) return 'forbidden'
  if (status === 404) return 'not_found'
  if (status === 405) return 'wrong_method'
  if (status === 429) return 'too_often'
  if (status === 504) return 'too_long'
  return status >= 500 ? 'failed' : 'unreadable'
}

/** The whole document; without the parts of the frame that need more than the refusal. */
export function problemPage(refusal: Refusal, requestId: string, language: Language): Html {
  const words = problemWords[language]
  const problem = problemOf(refusal.status)
  const { title, why, next } = words[problem]
  const named = refusal.details.parameter ?? refusal.details.field
  const wait = refusal.headers['retry-after']
  const body = html`<header class="head">
        <div class="band">
          <a class="service" href=${pageAddress(language, '')}>${frameWords[language].service}</a>
          <nav class="languages" aria-label=${frameWords[language].languages}>
            ${languages.map((one) => html`<a href=${pageAddress(one, '')} lang=${one}>${one.toUpperCase()}</a>`)}
          </nav>
        </div>
      </header>
      <p class="independent"><span class="band">${frameWords[language].independent}</span></p>
      <main id="content">
        <h1>${title}</h1>
        <p class="lead">${why}</p>
        <p>${next}</p>
        ${named === undefined || named === null ? null : html`<p>${words.parameter} <code>${String(named).slice(0, namedMax)}</code>.</p>`}
        ${problem === 'unreadable' ? html`<p lang="en">${refusal.message.slice(0, messageMax)}</p>` : null}
        ${wait === undefined ? null : html`<p><strong>${wait} s</strong></p>`}
        ${searchBox(language, { q: '', label: words.searchLabel, button: words.search })}
        <p><a href=${pageAddress(language, '')}>${words.home}</a></p>
        <p class="soft">${words.requestId}: <code>${requestId}</code></p>
      </main>`
  return documentTree({ language, title, isUnlisted: true, head: null, body })
}

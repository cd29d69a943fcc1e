/**
 * A form that sends the call from the page itself. It works with script alone (without it the curl line stands above), and
 * nothing in it has a name, so that no browser can ever put a key into an address.
 */
import { type Html, html } from '../../pages/html.ts'
import type { Heading } from '../markdown/read.ts'
import type { Operation, Parameter } from './contract-document.ts'
import { json, literal } from './literals.ts'
import { samples } from './samples.ts'
import { referenceWords } from './words.ts'

const words = referenceWords.tryIt

export const tryHeading: Heading = { depth: 2, text: words.title, anchor: 'try' }

/** Not those that change or take away what is there: they are for a terminal, where one sees what one sends. */
export function canBeTried({ method }: Operation): boolean {
  return method === 'GET' || method === 'POST'
}

export function tryIt(operation: Operation): Html {
  const { id, method, path, isKeyed, parameters, body } = operation
  const sample = samples[id] ?? {}
  const given = ({ name, in: place }: Parameter): string => {
    const value = place === 'path' ? sample.path?.[name] : sample.query?.[name]
    return typeof value === 'string' ? value : ''
  }
  return html`<section class="try" data-method=${method} data-path=${path}>
    <h2 id=${tryHeading.anchor}>${words.title}</h2>
    <p>${words.lead}</p>
    ${
      isKeyed
        ? html`<div class="field">
          <label for="try-key">${words.key}</label>
          <p class="hint" id="try-key-hint">${words.keyHint}</p>
          <input id="try-key" type="password" autocomplete="off" spellcheck="false" aria-describedby="try-key-hint" data-part="key" />
        </div>`
        : null
    }
    ${parameters
      .filter((one) => one.in !== 'header')
      .map(
        (one) => html`<div class="field">
          <label for=${`try-${one.name}`}><code>${one.name}</code>${one.isRequired ? ` (${words.required})` : ''}</label>
          <input id=${`try-${one.name}`} type="text" autocomplete="off" spellcheck="false" required=${one.isRequired} value=${given(one)} data-part=${one.in} data-of=${one.name} />
        </div>`,
      )}
    ${
      body === null
        ? null
        : html`<div class="field">
          <label for="try-body">${words.body}</label>
          <textarea id="try-body" rows="12" spellcheck="false" data-part="body">${literal(sample.body ?? {}, json)}</textarea>
        </div>`
    }
    <div class="buttons"><button class="filled" type="button" data-part="send">${words.send}</button></div>
    <div data-part="answer" aria-live="polite" aria-label=${words.answer} role="group"></div>
  </section>`
}

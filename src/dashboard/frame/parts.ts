/** Parts that screens share: panels, code to copy, a button that sends one thing, moments. */

import { type Children, type Html, html } from '../../pages/html.ts'
import { dayOf, formatInstant, type Instant } from '../../values/brussels.ts'
import { dayText, momentText } from '../../values/figures.ts'
import type { Language } from '../../values/vocabularies.ts'

export function panel(title: string | null, body: Children): Html {
  return html`<section class="panel">${title === null ? null : html`<h2>${title}</h2>`}${body}</section>`
}

/** What is copied whole; the keyboard reaches what is too wide. `copy-code.mjs` gives it a button. */
export function code(text: string, label: string): Html {
  return html`<div class="code"><pre tabindex="0" aria-label=${label}><code>${text}</code></pre></div>`
}

/** A button that does one thing, as a form. */
export function actButton(
  action: string,
  label: string,
  kind: 'outlined' | 'plain' | 'destructive' = 'outlined',
): Html {
  const look = kind === 'destructive' ? 'outlined destructive' : kind
  return html`<form method="post" action=${action}><button class=${look} type="submit">${label}</button></form>`
}

/** Day and hour in Brussels, for machines too. */
export function moment(at: Instant, language: Language): Html {
  const text = formatInstant(at)
  return html`<time datetime=${text}>${momentText(text, language)}</time>`
}

/** The same of a timestamp as it is answered. */
export function momentOf(text: string, language: Language): Html {
  return html`<time datetime=${text}>${momentText(text, language)}</time>`
}

export function day(at: Instant, language: Language): Html {
  return html`<time datetime=${dayOf(at)}>${dayText(dayOf(at), language)}</time>`
}

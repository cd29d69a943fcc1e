/** A chip: a sign and a word, never colour alone. */
import { type Html, html } from '../html.ts'

/** What a chip stands for; see the tokens of the look. */
export type Tone = 'likely' | 'possibly' | 'look' | 'not' | 'bad'

const signs: Record<Tone, string> = { likely: '✓', possibly: '?', look: '!', not: '–', bad: '✕' }

/** `sign`: another one than the tone's own, e.g. a dot for a window that is open. */
export function chip(tone: Tone, text: string, sign: string = signs[tone]): Html {
  return html`<span class=${`chip ${tone}`}><span class="sign" aria-hidden="true">${sign}</span>${' '}${text}</span>`
}

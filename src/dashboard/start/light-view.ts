/** The light that goes on when the first request has come in; script looks for it, without script a link does. */
import { type Html, html } from '../../pages/html.ts'
import { formatInstant, type Instant } from '../../values/brussels.ts'
import type { Language } from '../../values/vocabularies.ts'
import { moment } from '../frame/parts.ts'
import { places } from '../frame/places.ts'
import { startWords } from './words.ts'

/** `arrivedAt` null: nothing yet. `since`: requests from when on count as the first; null: any. */
export function lightView(arrivedAt: Instant | null, language: Language, since: Instant | null): Html {
  const words = startWords[language]
  if (arrivedAt !== null)
    return html`<p class="light on" role="status">${words.arrived}, ${words.arrivedAt} ${moment(arrivedAt, language)}</p>`
  return html`<p class="light" role="status" data-arrived=${words.arrived} data-since=${since === null ? '' : formatInstant(since)}>${words.waiting}</p>
    <noscript><p><a href=${places.start}>${words.again}</a></p></noscript>`
}

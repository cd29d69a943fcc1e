/** Forms that carry a dialogue: what it has heard, and its token, in hidden fields. */
import type { OpenProperty } from '../../../matching/request/answers.ts'
import { pageAddress } from '../../../pages/address.ts'
import { type Children, type Html, html } from '../../../pages/html.ts'
import type { Language } from '../../../values/vocabularies.ts'
import { type Kept, keptText } from '../dialogue/kept.ts'
import { checkWords } from '../words/check-words.ts'

export type Carried = {
  kept: Kept
  token: string | null
  language: Language
  /** Where its forms are sent, where the dialogue stands on a screen of another frame; the check's own page where it is not given. */
  screen?: string | undefined
}

/** Where the forms of a dialogue are sent. */
export function actionOf({ language, screen }: Pick<Carried, 'language' | 'screen'>): string {
  return screen ?? pageAddress(language, 'check')
}

/** The form that buttons anywhere on the page may belong to. */
const againId = 'again'

export function carryingForm(carried: Carried, id: string, body: Children): Html {
  const { kept, token } = carried
  return html`<form method="post" action=${actionOf(carried)} id=${id} class="carrying" novalidate>
    <input type="hidden" name="kept" value=${keptText(kept)} />
    ${token === null ? null : html`<input type="hidden" name="token" value=${token} />`}
    ${body}
  </form>`
}

/** Stands once on a page, for the buttons of `againButton` and `askButton`. */
export function againForm(carried: Carried): Html {
  return carryingForm(carried, againId, null)
}

export function againButton(
  work: 'results' | 'report' | 'more' | 'without_number',
  text: string,
  look: 'as-link' | 'outlined' | 'filled' = 'as-link',
): Html {
  return html`<button class=${look} form=${againId} name="do" value=${work}>${text}</button>`
}

/** Has a question put again, or for the first time. `name`: of what it is about, for who hears the button alone. */
export function askButton(property: OpenProperty, name: string, act: string, language: Language): Html {
  const spoken = checkWords[language].named(name, act)
  return html`<span class="act"> · <button class="as-link" form=${againId} name="ask" value=${property} aria-label=${spoken}>${act}</button></span>`
}

/** The same in another language: a form is the only thing that can carry what was told. */
export function languageButton(language: Language, name: string): Html {
  return html`<button class="as-link" form=${againId} name="do" value="results" lang=${language} formaction=${pageAddress(language, 'check')}>${name}</button>`
}

/** What stands around every screen: the head with whose account it is, the navigation at the side, the line of independence. */

import { plans } from '../../accounts/plans.ts'
import { assetPath } from '../../pages/assets.ts'
import { documentTree } from '../../pages/frame.ts'
import { type Html, html } from '../../pages/html.ts'
import type { Operator } from '../../pages/operator.ts'
import { frameWords, languageNames } from '../../pages/words/frame-words.ts'
import type { SignedIn } from '../../sign_in/session.ts'
import { dayOf } from '../../values/brussels.ts'
import { dayText } from '../../values/figures.ts'
import { languages } from '../../values/vocabularies.ts'
import type { KeptFormNeeds } from './kept-form.ts'
import { type Place, placeNames, places } from './places.ts'
import { shellWords } from './words.ts'

/** What every screen is given of the service. */
export type ScreenNeeds = KeptFormNeeds & { operator: Operator | null }

export type Screen = {
  title: string
  /** Beside the title, e.g. the month. */
  about?: string
  place: Place | null
  body: Html
  status?: number
  /** Browser code beside that of every page, by name of its file. */
  scripts?: readonly string[]
}

/** The whole document of a screen. */
export function framedScreen(screen: Screen, who: SignedIn, { baseUrl, operator }: ScreenNeeds): Html {
  const { language } = who
  const { footer } = frameWords[language]
  return documentTree({
    language,
    title: screen.title,
    isUnlisted: true,
    head: (screen.scripts ?? []).map((name) => html`<script type="module" src=${assetPath(name)}></script>`),
    body: html`${head(who, screen)}
      <div class="shell">
        ${side(who, screen)}
        <main id="content" tabindex="-1">
          <h1>${screen.title}${screen.about === undefined ? null : html` <span class="about">${screen.about}</span>`}</h1>
          ${screen.body}
        </main>
      </div>
      <footer class="foot"><div class="band">
        <ul>
          <li><a href=${`/privacy?lang=${language}`}>${footer.privacy}</a></li>
          <li><a href=${`/terms?lang=${language}`}>${footer.terms}</a></li>
          <li><a href=${`/${language}/status`}>${footer.status}</a></li>
        </ul>
        <p class="printed">${footer.printedFrom(dayText(dayOf(who.at), language), baseUrl + places[screen.place ?? 'start'])}</p>
        <p>
          ${operator === null ? footer.noOperator : footer.operatedBy(operator.name)}${' '}
          ${operator === null ? null : html`<a href=${operator.contact}>${footer.contact}</a>`}
        </p>
      </div></footer>`,
  })
}

function head({ language, email, plan }: SignedIn, { place }: Screen): Html {
  const [words, pages] = [shellWords[language], frameWords[language]]
  return html`<a class="skip" href="#content">${pages.skip}</a>
    <header class="head">
      <div class="band">
        <a class="service" href=${`/${language}/`}>${pages.service}</a>
        <nav class="places" aria-label=${words.navigation}>
          <a href=${`/${language}/`}>${words.explorer}</a>
          <a href=${places.start} aria-current="true">${words.dashboard}</a>
          <a href="/docs">${words.docs}</a>
        </nav>
        <p class="whose"><span class="who">${email}</span> · ${plan === null ? words.noPlan : plans[plan].label}</p>
        <div class="choices">
          <button class="theme" type="button" aria-label=${pages.theme} title=${pages.theme}>◐</button>
          <form class="languages" method="post" action="/dashboard/language" aria-label=${words.languages}>
            <input type="hidden" name="back" value=${place === null ? places.start : places[place]} />
            ${languages.map(
              (one) =>
                html`<button name="language" value=${one} lang=${one} aria-current=${one === language ? 'true' : null} aria-label=${`${one.toUpperCase()}, ${languageNames[one]}`}>${one.toUpperCase()}</button>`,
            )}
          </form>
          <form method="post" action="/dashboard/sign-out"><button class="link" type="submit">${words.signOut}</button></form>
        </div>
      </div>
    </header>
    <p class="independent"><span class="band">${pages.independent}</span></p>`
}

function side({ language, isOperator }: SignedIn, { place }: Screen): Html {
  const words = shellWords[language]
  const shown = placeNames.filter((one) => one !== 'operator' || isOperator)
  return html`<nav class="side" aria-label=${words.sections}>
    ${shown.map((one) => html`<a href=${places[one]} aria-current=${one === place ? 'page' : null}>${words.places[one]}</a>`)}
  </nav>`
}

/** What stands around every page: the head, the navigation, the line of independence, the foot. */

import { dayOf, type Instant } from '../values/brussels.ts'
import { dayText } from '../values/figures.ts'
import { type Language, languages, type TextLanguage } from '../values/vocabularies.ts'
import { pageAddress } from './address.ts'
import { assetPath } from './assets.ts'
import { type Children, type Html, html } from './html.ts'
import type { Operator } from './operator.ts'
import { frameWords, inGermanWords, languageNames } from './words/frame-words.ts'

/** What every page is given of the service. */
export type FrameNeeds = {
  baseUrl: string
  /** Who runs this service; null: has not named itself. */
  operator: Operator | null
  /** Of the store: until it is over, measures are missing, and the pages that show them say so. */
  firstFill: { goesOn(): Promise<boolean> }
}

/** Places of the navigation. */
export type Place = 'search' | 'check' | 'deadlines' | 'changes' | 'sources' | 'docs' | 'dashboard'

export type Page = {
  language: Language
  /** Of the document; the service's name follows it. */
  title: string
  /** One or two sentences for who finds the page elsewhere. */
  description: string
  place: Place | null
  /** What stands in `main`. */
  body: Html
  /** The same page in another language, as a path; null where there is none. */
  inLanguage: ((language: Language) => string) | null
  status?: number
  /** Not to be found by search engines. */
  isUnlisted?: boolean
  /** Whether its address says something of a person: nothing between keeps the answer. */
  isPrivate?: boolean
  /** A feed or calendar of what the page shows: media type, title, path. */
  alternates?: readonly { type: string; title: string; path: string }[]
  /** Browser code beside that of every page, by name of its file. */
  scripts?: readonly string[]
  /** Beside the independence line, e.g. that nothing of what is typed is kept. */
  notice?: string
  /** In which language measures are told where they can be; not given: in that of the page. */
  texts?: TextLanguage
  /** Shown without navigation when it is printed, with date and address. */
  at: Instant
}

const places: readonly Place[] = ['search', 'check', 'deadlines', 'changes', 'sources', 'docs', 'dashboard']

function addressOf(place: Place, language: Language): string {
  return place === 'docs' || place === 'dashboard' ? `/${place}` : pageAddress(language, place)
}

type DocumentParts = { language: Language; title: string; isUnlisted: boolean; head: Children; body: Children }

/** What every document has: its language, its title, how it looks. */
export function documentTree({ language, title, isUnlisted, head, body }: DocumentParts): Html {
  return html`<html lang=${language}>
    <head>
      <meta charset="utf-8" />
      <title>${title} · ${frameWords[language].service}</title>
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      ${isUnlisted ? html`<meta name="robots" content="noindex" />` : null}
      <link rel="icon" type="image/svg+xml" href=${assetPath('mark.svg')} />
      <script src=${assetPath('theme.mjs')}></script>
      <link rel="stylesheet" href=${assetPath('look.css')} />
      ${head}
    </head>
    <body>
      ${body}
    </body>
  </html>`
}

/** The whole document of a page. */
export function framed(page: Page, { baseUrl, operator }: FrameNeeds): Html {
  const { language, title, inLanguage, isUnlisted = false } = page
  const own = inLanguage?.(language)
  return documentTree({
    language,
    title,
    isUnlisted,
    head: html`<meta name="description" content=${page.description} />
      ${own === undefined ? null : html`<link rel="canonical" href=${baseUrl + own} />`}
      ${
        inLanguage === null
          ? null
          : languages.map((one) => html`<link rel="alternate" hreflang=${one} href=${baseUrl + inLanguage(one)} />`)
      }
      ${(page.alternates ?? []).map(
        ({ type, title, path }) => html`<link rel="alternate" type=${type} title=${title} href=${path} />`,
      )}
      ${(page.scripts ?? []).map((name) => html`<script type="module" src=${assetPath(name)}></script>`)}`,
    body: html`${head(page)}
      <main id="content" tabindex="-1">${page.body}</main>
      ${foot(page, baseUrl, operator)}`,
  })
}

function head({ language, place, inLanguage, notice, texts }: Page): Html {
  const words = frameWords[language]
  return html`<a class="skip" href="#content">${words.skip}</a>
    <header class="head">
      <div class="band">
        <a class="service" href=${pageAddress(language, '')}>${words.service}</a>
        <nav class="places" aria-label=${words.navigation}>
          ${places.map(
            (one) =>
              html`<a href=${addressOf(one, language)} aria-current=${one === place ? 'page' : null}>${words.places[one]}</a>`,
          )}
        </nav>
        <div class="choices">
          <button class="theme" type="button" aria-label=${words.theme} title=${words.theme}>◐</button>
          ${inLanguage === null ? null : languageChoice(language, inLanguage)}
        </div>
      </div>
    </header>
    <p class="independent"><span class="band">${words.independent}${notice === undefined ? null : ` ${notice}`}</span></p>
    ${texts !== 'de' || inLanguage === null ? null : inGerman(inLanguage)}`
}

/** What somebody is told in German whose browser asks for it. */
function inGerman(inLanguage: (language: Language) => string): Html {
  const link = (one: Language) => html`<a href=${inLanguage(one)} hreflang=${one}>${inGermanWords.languages[one]}</a>`
  return html`<aside class="german" lang="de" aria-label=${inGermanWords.label}>
    <span class="band">${inGermanWords.thereIs} ${link('nl')}, ${link('fr')} ${inGermanWords.and} ${link('en')}. ${inGermanWords.texts}</span>
  </aside>`
}

function languageChoice(language: Language, inLanguage: (language: Language) => string): Html {
  return html`<nav class="languages" aria-label=${frameWords[language].languages}>
    ${languages.map(
      (one) =>
        html`<a href=${inLanguage(one)} hreflang=${one} lang=${one} aria-current=${one === language ? 'true' : null} aria-label=${`${one.toUpperCase()}, ${languageNames[one]}`}>${one.toUpperCase()}</a>`,
    )}
  </nav>`
}

function foot({ language, inLanguage, at }: Page, baseUrl: string, operator: Operator | null): Html {
  const { footer } = frameWords[language]
  const link = (path: string, text: string) => html`<li><a href=${pageAddress(language, path)}>${text}</a></li>`
  const here = inLanguage === null ? baseUrl : baseUrl + inLanguage(language)
  return html`<footer class="foot">
    <div class="band">
      <ul>
        ${link('coverage', footer.coverage)} ${link('pricing', footer.pricing)} ${link('status', footer.status)}
        <li><a href="/docs">${footer.docs}</a></li>
        <li><a href=${`/privacy?lang=${language}`}>${footer.privacy}</a></li>
        <li><a href=${`/terms?lang=${language}`}>${footer.terms}</a></li>
      </ul>
      <p>
        ${operator === null ? footer.noOperator : footer.operatedBy(operator.name)}${' '}
        ${operator === null ? null : html`<a href=${operator.contact}>${footer.contact}</a>`}
      </p>
      <p class="printed">${footer.printedFrom(dayText(dayOf(at), language), here)}</p>
    </div>
  </footer>`
}

/** How to apply: what must not be missed, the steps, what to have at hand, and who answers, decides and pays when. */
import type { Subsidy } from '../../measures/record/record-schema.ts'
import { type Html, html } from '../../pages/html.ts'
import { type Fact, facts } from '../../pages/parts/facts.ts'
import { numberText } from '../../values/figures.ts'
import { paymentLabels } from '../../values/labels.ts'
import type { Language, TextLanguage } from '../../values/vocabularies.ts'
import { foreign } from '../said/measure-row.ts'
import type { MeasureShown } from './show.ts'
import { measureWords } from './words.ts'

type Application = NonNullable<Subsidy['application']>
type Contact = NonNullable<Application['contact']>
type ServedApplication = MeasureShown['served']['application']

/** Where the section stands on the page. */
export const applicationPlace = 'how-to-apply'

/** Before the arrow of a link that leads away, and within a number. */
const noBreak = '\u00a0'

export function applicationView({ measure, served }: MeasureShown, language: Language): Html | null {
  const words = measureWords[language]
  const { application } = measure
  const link = applyLink(measure, language)
  const procedure = measure.conditions.filter(({ kind }) => kind === 'procedure')
  if (application === null && procedure.length === 0) return null
  return html`<section id=${applicationPlace}>
    <h2>${words.procedure}</h2>
    ${
      procedure.length === 0
        ? null
        : html`<ul>
            ${procedure.map(({ id, text }) => html`<li lang=${foreign(served.conditions.get(id), language)}>${text ?? words.withheld}</li>`)}
          </ul>`
    }
    ${application === null ? null : stepsView(application, served.application, language)}
    ${link === null ? null : html`<p class="buttons">${link}</p>`}
  </section>`
}

function stepsView(application: Application, served: ServedApplication, language: Language): Html {
  const words = measureWords[language]
  const { steps, documents, note } = application
  const items = (texts: readonly string[], languages: readonly (TextLanguage | null)[]) =>
    texts.map((text, place) => html`<li lang=${foreign(languages[place], language)}>${text}</li>`)
  const rows = factsOf(application, served, language)
  return html`<div>
    ${steps.length === 0 ? null : html`<h3>${words.steps}</h3><ol>${items(steps, served.steps)}</ol>`}
    ${documents.length === 0 ? null : html`<h3>${words.documents}</h3><ul>${items(documents, served.documents)}</ul>`}
    ${rows.length === 0 ? null : facts(rows)}
    ${note === null ? null : html`<p lang=${foreign(served.note, language)}>${note}</p>`}
  </div>`
}

function factsOf(
  { contact, decision_days: days, payment }: Application,
  served: ServedApplication,
  language: Language,
): Fact[] {
  const words = measureWords[language]
  return [
    days === null ? null : { name: words.decision, value: words.decisionDays(days, numberText(days, language)) },
    payment === null ? null : { name: words.paid, value: paymentLabels[payment][language] },
    contact === null ? null : { name: words.desk, value: deskView(contact, served.contact, language) },
  ].filter((row) => row !== null)
}

/** The desk by its name, with its page, its mail and its number as links. */
function deskView({ name, url, email, phone }: Contact, served: TextLanguage | null, language: Language): Html {
  const called = name === null ? null : html`<span lang=${foreign(served, language)}>${name}</span>`
  const parts = [
    url === null ? called : html`<a href=${url} rel="external noopener">${called ?? new URL(url).hostname}</a>`,
    email === null ? null : html`<a href=${mailAddress(email)}>${email}</a>`,
    phone === null ? null : html`<a class="numbers" href=${phoneAddress(phone)}>${phone.replaceAll(' ', noBreak)}</a>`,
  ].filter((part) => part !== null)
  return html`<span>${parts.map((part, place) => html`${place === 0 ? '' : ' · '}${part}`)}</span>`
}

function mailAddress(email: string): string {
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}`
}

/** A number as it is dialled: of `+32 (0)2 123 45 67` and `0032 (0)2 123 45 67` the nought falls away. */
function phoneAddress(phone: string): string {
  const whole = phone.replace(/^00/, '+')
  const digits = whole.replace(/(^\+.*?)\(0\)/, '$1').replace(/\D/g, '')
  return `tel:${whole.startsWith('+') ? '+' : ''}${digits}`
}

/** The way to where one applies, where that is another place than the page of the authority. */
export function applyLink({ application_url: apply, url }: Subsidy, language: Language): Html | null {
  if (apply === null || apply === url) return null
  return html`<a class="outlined" href=${apply} rel="external noopener">${measureWords[language].applyThere}${noBreak}<span aria-hidden="true">↗</span></a>`
}

/** What the register says of the company whose number was given, before all answers; or why it says nothing, and what to do next. */
import { type Found, isShownWhole, knownLegalForm } from '../../../companies/registered-company.ts'
import { type Html, html } from '../../../pages/html.ts'
import { type NoticeKind, notice } from '../../../pages/parts/notice.ts'
import { municipality, municipalityName } from '../../../reference/geography.ts'
import { naceLabel, naceVersions } from '../../../reference/nace.ts'
import { dayText, numberText } from '../../../values/figures.ts'
import type { Language } from '../../../values/vocabularies.ts'
import type { Shown } from '../answering/answer-check.ts'
import type { AskedNumber } from '../answering/looking.ts'
import { legalFormSaid } from '../asking/applicants.ts'
import { numberSaid } from '../asking/company-number.ts'
import { numberWords } from '../words/number-words.ts'

type Said = { kind: NoticeKind; title: string; texts: readonly string[] }

export function registerView({ asked }: Pick<Shown, 'asked'>, language: Language): Html | null {
  if (asked == null) return null
  return html`<section class="register">${saidOf(asked, language).map(({ kind, title, texts }) =>
    notice(
      kind,
      title,
      texts.map((text) => html`<p>${text}</p>`),
    ),
  )}</section>`
}

function saidOf({ number, standing, found, loaded }: AskedNumber, language: Language): Said[] {
  const words = numberWords[language]
  const day = loaded === null ? '' : dayText(loaded.day, language)
  const said = numberSaid(number)
  switch (standing) {
    case 'household':
      return [{ kind: 'look', title: words.noRegisterTitle(said), texts: [words.householdNext] }]
    case 'no_register':
      return [{ kind: 'look', title: words.noRegisterTitle(said), texts: [words.noRegisterNext] }]
    case 'not_here':
      return [{ kind: 'look', title: words.noRegisterTitle(said), texts: [words.notHereNext] }]
    case 'not_found':
      return [{ kind: 'look', title: words.notFoundTitle(said, day), texts: [words.notFoundNext] }]
    case 'found': {
      if (found === null) return []
      const whole = isShownWhole(found.company)
      const texts = [companySaid(found, language), whole ? words.wins : `${words.personHidden} ${words.wins}`]
      const known: Said = { kind: 'calm', title: words.fromRegister(day), texts }
      return found.company.isActive
        ? [known]
        : [{ kind: 'look', title: words.notActiveTitle, texts: [words.notActiveNext] }, known]
    }
  }
}

/** In one line: name, activity, form, year, place; of a person what their enterprise does, and that it is a person's. */
function companySaid(found: Found, language: Language): string {
  const words = numberWords[language]
  const { company, establishment } = found
  const { foundedOn, establishments, office } = company
  const form = knownLegalForm(company)
  const about = [activitySaid(found, language), form === null ? null : legalFormSaid(form, language)]
  if (!isShownWhole(company)) return joined(about)
  const [only] = establishments.items
  const place = establishment?.place ?? (establishments.total === 1 ? (only?.place ?? null) : office)
  const town = place?.municipality == null ? null : municipality(place.municipality)
  const isSeveral = establishment === null && establishments.total > 1
  return joined([
    company.name,
    ...about,
    foundedOn === null ? null : words.since(foundedOn.slice(0, 4)),
    isSeveral
      ? words.establishments(numberText(establishments.total, language))
      : town === null
        ? (place?.postcode ?? null)
        : municipalityName(town, language),
  ])
}

function joined(parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null).join(', ')
}

/** The title of the first activity that our tables know. */
function activitySaid({ company }: Found, language: Language): string | null {
  for (const { code, version } of company.nace) {
    const known = naceVersions.find((one) => String(one) === version)
    const title = known === undefined ? null : naceLabel(code.slice(0, digitsOfCode), known, language)
    if (title !== null) return title
  }
  return null
}

const digitsOfCode = 5

/** The door: the ways in that are offered here, a link that waits to be pressed, and what is said when one is sent. */
import { type Html, html } from '../../pages/html.ts'
import { notice } from '../../pages/parts/notice.ts'
import type { Language } from '../../values/vocabularies.ts'
import { type DoorFault, doorWords } from './words.ts'

export type DoorParts = {
  language: Language
  /** Where they go on; a path of the dashboard. */
  next: string
  /** They are signed in, and are to show once more who they are. */
  again: boolean
  /** Null: not set up here. */
  google: { clientId: string; nonce: string; makesAccounts: boolean } | null
  password: boolean
  /** Whether links are sent. */
  sendsMail: boolean
  /** As typed before. */
  email: string
  fault: DoorFault | null
}

/** How whoever runs the service makes an account, and a way in. */
const makeALink = 'npx subsidies accounts sign-in-link <account>'
const commands = ['npx subsidies accounts create --email <email>', makeALink]

const emailField = (id: string, email: string, label: string): Html =>
  html`<div class="field">
    <label for=${id}>${label}</label>
    <input id=${id} name="email" type="text" inputmode="email" autocomplete="username" required value=${email} />
  </div>`

export function doorView(parts: DoorParts): Html {
  const { language, next, again, google, password, sendsMail, email, fault } = parts
  const words = doorWords[language]
  const kept = html`<input type="hidden" name="next" value=${next} /><input type="hidden" name="again" value=${again ? '1' : ''} /><input type="hidden" name="lang" value=${language} />`
  return html`<div class="door">
    <h1>${again ? words.again : words.title}</h1>
    ${again ? html`<p class="lead">${words.why}</p>` : null}
    ${fault === null ? null : html`<div role="alert">${notice('bad', words.faultTitle, html`<p>${words.faults[fault]}</p>`)}</div>`}
    ${google === null ? null : googleView(google, next, language)}
    ${
      password
        ? html`<form method="post" action="/dashboard/sign-in/password">
            <h2>${words.passwordTitle}</h2>
            ${kept} ${emailField('password-email', email, words.email)}
            <div class="field">
              <label for="password">${words.password}</label>
              <input id="password" name="password" type="password" autocomplete="current-password" required />
            </div>
            <button class="filled" type="submit">${words.signIn}</button>
          </form>`
        : null
    }
    ${
      sendsMail
        ? html`<form method="post" action="/dashboard/sign-in/link">
            <h2>${words.linkTitle}</h2>
            <p class="soft">${words.linkHint}</p>
            ${kept} ${emailField('link-email', email, words.email)}
            <button class=${password ? 'outlined' : 'filled'} type="submit">${words.sendLink}</button>
          </form>`
        : html`<h2>${words.handedTitle}</h2><p>${words.handed}</p>`
    }
    ${again ? null : html`<h2>${words.noAccountTitle}</h2><p>${google?.makesAccounts ? words.makesAccount : html`${words.noAccount}${commands.map((command) => html`<br /><code>${command}</code>`)}`}</p>`}
  </div>`
}

function googleView({ clientId, nonce }: { clientId: string; nonce: string }, next: string, language: Language): Html {
  const words = doorWords[language]
  return html`<div class="google" data-client=${clientId} data-nonce=${nonce} data-next=${next} data-lang=${language}>
    <div class="google-button"></div>
    <p class="google-fault" role="alert" hidden data-failed=${words.faults.google} data-conflict=${words.faults.no_account} data-unreachable=${words.googleUnreachable}></p>
    <noscript><p class="soft">${words.googleNeedsScript}</p></noscript>
  </div>`
}

/** Said alike whoever has the address. */
export function sentView(language: Language): Html {
  const words = doorWords[language]
  return html`<div class="door">
    <h1>${words.sentTitle}</h1>
    <p class="lead">${words.sent}</p>
    <p class="soft">${words.ifYours}<code>${makeALink}</code></p>
    <p><a href="/dashboard/sign-in">${words.back}</a></p>
  </div>`
}

/** A link that was opened: what spends it is the button, not its opening. */
export function pressView(token: string, stands: boolean, language: Language): Html {
  const words = doorWords[language]
  if (!stands)
    return html`<div class="door">
      <h1>${words.spentTitle}</h1>
      <p class="lead">${words.faults.spent}</p>
      <p><a class="filled" href="/dashboard/sign-in">${words.back}</a></p>
    </div>`
  return html`<form class="door" method="post" action="/dashboard/sign-in/press">
    <h1>${words.pressTitle}</h1>
    <p class="lead">${words.pressHint}</p>
    <input type="hidden" name="token" value=${token} />
    <button class="filled" type="submit">${words.press}</button>
  </form>`
}

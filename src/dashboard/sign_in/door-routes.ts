/** The pages at the door of the dashboard: `/dashboard/sign-in`, in the language that the browser asks for. */
import Type from 'typebox'
import { RawBody } from '../../contract/body/body-kinds.ts'
import type { Call, QueryParameters, Reply } from '../../contract/call.ts'
import { oneOf, text } from '../../contract/parameters.ts'
import { Refusal, type RefusalCode } from '../../contract/refusals.ts'
import { type RouteRecord, routeFor } from '../../contract/route.ts'
import { languageFor } from '../../pages/asked-language.ts'
import { type Fields, formBytesMax, readFields } from '../../pages/form-fields.ts'
import type { FrameNeeds } from '../../pages/frame.ts'
import { type Html, html } from '../../pages/html.ts'
import { pageReply, seeOther } from '../../pages/page.ts'
import { notice } from '../../pages/parts/notice.ts'
import type { Newcomer } from '../../sign_in/access.ts'
import { keptFormCookieName, nonceCookie, nonceCookieName, sessionCookie } from '../../sign_in/cookies.ts'
import { nonceOf } from '../../sign_in/google/id-token.ts'
import { standsLink } from '../../sign_in/links/links.ts'
import type { BegunSession } from '../../sign_in/sessions.ts'
import { newToken, tokenDigest } from '../../sign_in/tokens.ts'
import { type Language, languages } from '../../values/vocabularies.ts'
import { doorAccess } from '../frame/access.ts'
import { goOnPath } from '../frame/kept-form.ts'
import { ownPlace } from '../frame/places.ts'
import { askForLink, beginWithLink, beginWithPassword, type SignInNeeds } from '../signing-in.ts'
import { type DoorFault, doorWords } from './words.ts'

export type DoorNeeds = FrameNeeds & SignInNeeds
type DoorCall<Parameters extends QueryParameters = QueryParameters, Body = unknown> = Call<
  DoorNeeds,
  Parameters,
  Body,
  Newcomer
>

const anyText = Type.String()
const pathCharactersMax = 2_000
const route = routeFor<DoorNeeds>()
const common = {
  summary: 'The door',
  description: 'A page at the door of the dashboard.',
  tag: 'Screens',
  access: doorAccess,
  capability: null,
  headers: { 'accept-language': 'Language of the page.', 'user-agent': 'Names of browser and system.' },
  shape: 'own',
  answers: { 200: { description: 'A page.', schema: anyText } },
  refuses: [],
  etag: false,
} as const
const posted = {
  ...common,
  method: 'POST',
  pathParameters: {},
  query: {},
  headers: { ...common.headers, 'content-type': 'That of a form.' },
  body: new RawBody('application/x-www-form-urlencoded', formBytesMax, anyText),
} as const

/** Which fault of the door a refusal is; a refusal that is none of these is one of the edge's. */
const faultOf: Partial<Record<RefusalCode, DoorFault>> = {
  unauthorized: 'password',
  rate_limit_exceeded: 'too_often',
  password_sign_in_disabled: 'password_off',
  conflict: 'taken',
}

const languageOf = (call: Pick<DoorCall, 'header'>): Language => languageFor(call.header('accept-language'))

function pageOf(call: DoorCall, language: Language, body: Html, status = 200): Reply {
  const title = doorWords[language].title
  const page = { language, title, description: title, place: null, inLanguage: null, isUnlisted: true, at: call.now }
  return pageReply({ ...page, body, status, scripts: ['google.mjs'] }, call.needs)
}

/** `language`: of the screen that they come from; null where that is not known. */
type Shown = {
  next: string
  again: boolean
  language?: Language | null
  email?: string
  fault?: DoorFault
  status?: number
}

/** The ways in. The browser keeps what ties a sign-in with Google to it, from one look at the door to the next. */
function door(call: DoorCall, { next, again, language: asked = null, email = '', fault, status }: Shown): Reply {
  const { needs, cookies } = call
  const language = asked ?? languageOf(call)
  const held = cookies[nonceCookieName(needs.baseUrl)]
  const cookie = held !== undefined && tokenDigest(held) !== null ? held : newToken()
  const { google, password, sendsMail } = needs.signIn
  const body = doorView({
    ...{ language, next, again, email, fault: fault ?? null, password: password.isOffered, sendsMail },
    google:
      google === null
        ? null
        : { clientId: google.clientId, nonce: nonceOf(cookie), makesAccounts: google.makesAccounts },
  })
  const reply = pageOf(call, language, body, status)
  return google === null
    ? reply
    : { ...reply, headers: { ...reply.headers, 'set-cookie': nonceCookie(cookie, needs.baseUrl) } }
}

function letIn(call: DoorCall, { token }: BegunSession, next: string): Reply {
  const reply = seeOther(next)
  return { ...reply, headers: { ...reply.headers, 'set-cookie': sessionCookie(token, call.needs.baseUrl) } }
}

function formOf(call: DoorCall<QueryParameters, Buffer>): Fields {
  const form = readFields(call.body, call.header('content-type'))
  if (form === null) throw new Refusal('invalid_parameter', 'This is no form.', { parameter: 'body' })
  return form
}

const shownOf = (form: Fields): Shown => ({
  next: ownPlace(form.one('next')),
  again: form.one('again') === '1',
  language: languages.find((one) => one === form.one('lang')) ?? null,
  email: form.one('email') ?? '',
})

const query = {
  next: text(pathCharactersMax, { description: 'Where they go on.' }, 'allowed'),
  again: oneOf(['1'] as const, { description: 'To show once more who they are.' }),
  lang: oneOf(languages, { description: 'Language of the page.' }),
}

export const doorRoutes: readonly RouteRecord<DoorNeeds>[] = [
  route<typeof query, unknown, Newcomer>({
    ...common,
    method: 'GET',
    path: '/dashboard/sign-in',
    operation: 'door',
    pathParameters: {},
    query,
    body: null,
    run(call) {
      const { query: asked, caller } = call
      const next = ownPlace(asked.next)
      const again = asked.again === '1' && caller.signedIn !== null
      if (caller.signedIn !== null && !again) return seeOther(next)
      return door(call, { next, again, language: asked.lang ?? null })
    },
  }),
  route<Record<never, never>, Buffer, Newcomer>({
    ...posted,
    path: '/dashboard/sign-in/password',
    operation: 'doorPassword',
    async run(call) {
      const form = formOf(call)
      const shown = shownOf(form)
      const [email, password] = [form.one('email'), form.one('password')]
      if (email === null || password === null) return door(call, { ...shown, fault: 'unreadable', status: 422 })
      try {
        return letIn(call, await beginWithPassword(call, { email, password }), shown.next)
      } catch (refusal) {
        const fault = refusal instanceof Refusal ? faultOf[refusal.code] : undefined
        if (fault === undefined || !(refusal instanceof Refusal)) throw refusal
        return door(call, { ...shown, fault, status: refusal.status })
      }
    },
  }),
  route<Record<never, never>, Buffer, Newcomer>({
    ...posted,
    path: '/dashboard/sign-in/link',
    operation: 'doorLink',
    async run(call) {
      const form = formOf(call)
      const email = form.one('email')
      if (email === null) return door(call, { ...shownOf(form), fault: 'unreadable', status: 422 })
      await askForLink(call, email)
      const language = shownOf(form).language ?? languageOf(call)
      return pageOf(call, language, sentView(language), 202)
    },
  }),
  route<Record<never, never>, unknown, Newcomer>({
    ...common,
    method: 'GET',
    path: '/dashboard/sign-in/link/{token}',
    operation: 'openLink',
    pathParameters: { token: { schema: anyText, description: 'Of the link.' } },
    query: {},
    body: null,
    async run(call) {
      const { path, needs, now } = call
      const { token = '' } = path
      const language = languageOf(call)
      const stands = await standsLink(needs.database, token, now)
      return pageOf(call, language, pressView(token, stands, language), stands ? 200 : 404)
    },
  }),
  route<Record<never, never>, Buffer, Newcomer>({
    ...posted,
    path: '/dashboard/sign-in/press',
    operation: 'pressLink',
    async run(call) {
      const token = formOf(call).one('token') ?? ''
      try {
        const next = call.cookies[keptFormCookieName(call.needs.baseUrl)] === undefined ? ownPlace(null) : goOnPath
        return letIn(call, await beginWithLink(call, token), next)
      } catch (refusal) {
        if (!(refusal instanceof Refusal)) throw refusal
        const isOther = refusal.code === 'unauthorized' && (await standsLink(call.needs.database, token, call.now))
        const fault = refusal.code === 'unauthorized' ? (isOther ? 'other_browser' : 'spent') : faultOf[refusal.code]
        if (fault === undefined) throw refusal
        return door(call, { next: ownPlace(null), again: false, fault, status: refusal.status })
      }
    },
  }),
]

type DoorParts = {
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

function doorView(parts: DoorParts): Html {
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
function sentView(language: Language): Html {
  const words = doorWords[language]
  return html`<div class="door">
    <h1>${words.sentTitle}</h1>
    <p class="lead">${words.sent}</p>
    <p class="soft">${words.ifYours}<code>${makeALink}</code></p>
    <p><a href="/dashboard/sign-in">${words.back}</a></p>
  </div>`
}

/** A link that was opened: what spends it is the button, not its opening. */
function pressView(token: string, stands: boolean, language: Language): Html {
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

/** The account screen and what can be done there: `/dashboard/account`. */

import type { Account } from '../../accounts/account.ts'
import { showAccount } from '../../accounts/operations.ts'
import { oneOf } from '../../contract/parameters.ts'
import { Refusal } from '../../contract/refusals.ts'
import type { RouteRecord } from '../../contract/route.ts'
import { type MailTrouble, mailTroubleOf } from '../../mail/outbox.ts'
import { type Children, type Html, html } from '../../pages/html.ts'
import { seeOther } from '../../pages/page.ts'
import { chip } from '../../pages/parts/chip.ts'
import { notice } from '../../pages/parts/notice.ts'
import { table } from '../../pages/parts/table.ts'
import { isRecent, type Session, type SignedIn } from '../../sign_in/session.ts'
import type { Language } from '../../values/vocabularies.ts'
import type { Screen, ScreenNeeds } from '../frame/frame.ts'
import { actButton, day, moment, panel } from '../frame/parts.ts'
import { doorPath, places } from '../frame/places.ts'
import { actionRoute, screenRoute } from '../frame/screen.ts'
import { shellWords } from '../frame/words.ts'
import { type AccountNeeds, changeAccount, deleteOwnAccount, downloadOwnAccount } from '../own-account.ts'
import { allSessions, endAllOthers, endOne, type SignInNeeds } from '../signing-in.ts'
import { accountWords } from './words.ts'

/** What was just done, by an action that led back here. */
const doneWords = ['linkSent', 'passwordSet', 'ended'] as const
type Done = (typeof doneWords)[number]

type Needs = ScreenNeeds & AccountNeeds & SignInNeeds

const query = { done: oneOf(doneWords, { description: 'What was just done.' }) }
const backTo = (): string => places.account
const done = (what: Done): string => `${places.account}?done=${what}`

type Said = { fault?: AccountFault; done?: Done | undefined }

async function accountScreen(needs: Needs, who: SignedIn, said: Said = {}): Promise<Screen> {
  const { language, accountId, sessionId } = who
  const { database } = needs
  const [account, sessions, mailTrouble] = await Promise.all([
    showAccount(database, accountId),
    allSessions(needs, who),
    mailTroubleOf(database, accountId),
  ])
  const { fault = null } = said
  return {
    title: shellWords[language].places.account,
    place: 'account',
    status: fault === null ? 200 : 422,
    body: accountView({
      ...{ language, account, sessions, currentId: sessionId, fault, done: said.done ?? null },
      ...{ mailTrouble, takesPasswords: needs.signIn.password.isOffered, sendsMail: needs.signIn.sendsMail },
    }),
  }
}

/** Does what a form asks, and shows the screen with what is wrong where it is refused for that. */
async function trying(
  needs: Needs,
  who: SignedIn,
  faults: Partial<Record<Refusal['code'], AccountFault>>,
  work: () => Promise<unknown>,
  doneThen: Done,
) {
  try {
    await work()
    return seeOther(done(doneThen))
  } catch (refusal) {
    const fault = refusal instanceof Refusal ? faults[refusal.code] : undefined
    if (fault === undefined) throw refusal
    return accountScreen(needs, who, { fault })
  }
}

export const accountScreens: readonly RouteRecord<Needs>[] = [
  screenRoute<Needs, typeof query>({
    path: places.account,
    operation: 'accountScreen',
    query,
    run: ({ needs, caller, query: asked }) => accountScreen(needs, caller, { done: asked.done }),
  }),
  screenRoute<Needs, Record<never, never>>({
    path: '/dashboard/account/export',
    operation: 'downloadAccount',
    query: {},
    run: ({ needs, caller }) =>
      isRecent(caller)
        ? downloadOwnAccount(needs, caller)
        : seeOther(doorPath({ next: '/dashboard/account/export', again: true, language: caller.language })),
  }),
  actionRoute<Needs>({
    path: '/dashboard/account/email',
    operation: 'changeEmail',
    backTo,
    run({ needs, caller }, form) {
      const email = form.one('email') ?? ''
      const faults = { invalid_body: 'address', conflict: 'taken' } as const
      return trying(needs, caller, faults, () => changeAccount(needs, caller, { email }), 'linkSent')
    },
  }),
  actionRoute<Needs>({
    path: '/dashboard/account/password',
    operation: 'changePassword',
    backTo,
    run({ needs, caller }, form) {
      const password = form.one('password') ?? ''
      const faults = { invalid_body: 'password', password_sign_in_disabled: 'off' } as const
      return trying(needs, caller, faults, () => changeAccount(needs, caller, { password }), 'passwordSet')
    },
  }),
  actionRoute<Needs>({
    path: '/dashboard/sessions/end-others',
    operation: 'endOthers',
    backTo,
    async run({ needs, caller }) {
      await endAllOthers(needs, caller)
      return seeOther(done('ended'))
    },
  }),
  actionRoute<Needs>({
    path: '/dashboard/sessions/{id}/end',
    operation: 'endOneOf',
    pathParameters: ['id'],
    refuses: ['not_found'],
    backTo,
    async run({ needs, caller, path }) {
      await endOne(needs, caller, path.id ?? '')
      return seeOther(done('ended'))
    },
  }),
  actionRoute<Needs>({
    path: '/dashboard/account/delete',
    operation: 'deleteAccountScreen',
    backTo,
    async run({ needs, caller }, form) {
      const typed = (form.one('typed') ?? '').trim().toLowerCase()
      if (typed !== caller.email.toLowerCase()) return accountScreen(needs, caller, { fault: 'typed' })
      const headers = await deleteOwnAccount(needs, caller)
      const reply = seeOther(doorPath())
      return { ...reply, headers: { ...reply.headers, ...headers } }
    },
  }),
]

type AccountFault = 'address' | 'password' | 'taken' | 'typed' | 'off'
type AccountShown = {
  language: Language
  account: Account
  sessions: readonly Session[]
  currentId: string
  takesPasswords: boolean
  sendsMail: boolean
  /** The last mail did not arrive. */
  mailTrouble: MailTrouble | null
  fault: AccountFault | null
  done: Done | null
}

function accountView(shown: AccountShown): Html {
  const { language, account, takesPasswords, sendsMail, mailTrouble, fault, done } = shown
  const words = accountWords[language]
  return html`${done === null ? null : html`<div role="status">${notice('calm', words[done], null)}</div>`}
    ${fault === null ? null : html`<div role="alert">${notice('bad', words.faults[fault], null)}</div>`}
    ${
      mailTrouble === null
        ? null
        : notice(
            'bad',
            words.mailTrouble(mailTrouble.host),
            html`<p>${words.mailTroubleNext} ${moment(mailTrouble.at, language)}${mailTrouble.reply === null ? null : ` (${mailTrouble.reply})`}</p>`,
          )
    }
    ${panel(
      words.address,
      html`<p><strong>${account.email}</strong> ${account.emailVerified ? chip('likely', words.verified) : chip('look', words.unverified)}</p>
        <p class="soft">${words.madeOn} ${day(account.createdAt, language)}</p>
        <details open=${fault === 'address' || fault === 'taken'}>
          <summary>${words.changeAddress}</summary>
          ${sendsMail ? field('email', words.newAddress, words.addressHint, 'text', '/dashboard/account/email', words.sendLink, fault === 'address') : html`<p>${words.noMail}</p>`}
        </details>`,
    )}
    ${
      takesPasswords
        ? panel(
            words.password,
            field(
              'password',
              words.newPassword,
              words.passwordHint,
              'password',
              '/dashboard/account/password',
              words.setPassword,
              fault === 'password',
            ),
          )
        : null
    }
    ${panel(words.sessions, sessionsView(shown))}
    ${panel(words.audit, html`<p><a href="/dashboard/audit">${words.auditLead}</a></p>`)}
    ${panel(
      words.data,
      html`<p>${words.dataLead}</p>
        <p><a class="outlined" href="/dashboard/account/export">${words.export}</a></p>`,
    )}
    ${panel(words.delete, deleteView(shown))}`
}

function field(
  name: 'email' | 'password',
  label: string,
  hint: string,
  type: string,
  action: string,
  button: string,
  isWrong: boolean,
): Html {
  return html`<form method="post" action=${action}>
    <div class="field">
      <label for=${name}>${label}</label>
      <p class="hint" id=${`${name}-hint`}>${hint}</p>
      <input id=${name} name=${name} type=${type} required autocomplete=${name === 'email' ? 'email' : 'new-password'} aria-describedby=${`${name}-hint`} aria-invalid=${isWrong ? 'true' : null} />
    </div>
    <button class="outlined" type="submit">${button}</button>
  </form>`
}

function sessionsView({ language, sessions, currentId }: AccountShown): Children {
  const words = accountWords[language]
  return html`${table({
    caption: words.sessionTable,
    columns: [words.browser, words.how, words.began, words.seen, ''].map((heading) => ({ heading })),
    rows: sessions.map(({ id, browser, method, createdAt, seenAt }) => [
      browser === '' ? words.unnamed : browser,
      words.methods[method],
      moment(createdAt, language),
      moment(seenAt, language),
      id === currentId ? chip('not', words.current) : actButton(`/dashboard/sessions/${id}/end`, words.end, 'plain'),
    ]),
  })}
  ${sessions.length > 1 ? actButton('/dashboard/sessions/end-others', words.endOthers) : null}`
}

function deleteView({ language, account, fault }: AccountShown): Children {
  const words = accountWords[language]
  const isWrong = fault === 'typed'
  return html`<p>${words.deleteWhat}</p>
    <form method="post" action="/dashboard/account/delete">
      <div class="field">
        <label for="typed">${words.deleteType(account.email)}</label>
        <input id="typed" name="typed" type="text" autocomplete="off" required aria-invalid=${isWrong ? 'true' : null} />
      </div>
      <button class="outlined destructive" type="submit">${words.deleteNow}</button>
    </form>`
}

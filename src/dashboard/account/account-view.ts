/** The account: its address, where it is signed in, its data, and the way out for good. */
import type { Account } from '../../accounts/account.ts'
import type { MailTrouble } from '../../mail/outbox.ts'
import { type Children, type Html, html } from '../../pages/html.ts'
import { chip } from '../../pages/parts/chip.ts'
import { notice } from '../../pages/parts/notice.ts'
import { table } from '../../pages/parts/table.ts'
import type { Session } from '../../sign_in/session.ts'
import type { Language } from '../../values/vocabularies.ts'
import { actButton, day, moment, panel } from '../frame/parts.ts'
import { accountWords } from './words.ts'

export type AccountFault = 'address' | 'password' | 'taken' | 'typed' | 'off'
/** What was just done, by an action that led back here. */
export const doneWords = ['linkSent', 'passwordSet', 'ended'] as const
export type Done = (typeof doneWords)[number]

export type AccountShown = {
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

export function accountView(shown: AccountShown): Html {
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

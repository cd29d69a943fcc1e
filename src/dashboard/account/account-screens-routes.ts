/** The account screen and what can be done there: `/dashboard/account`. */
import { showAccount } from '../../accounts/operations.ts'
import { oneOf } from '../../contract/parameters.ts'
import { Refusal } from '../../contract/refusals.ts'
import type { RouteRecord } from '../../contract/route.ts'
import { mailTroubleOf } from '../../mail/outbox.ts'
import { seeOther } from '../../pages/page.ts'
import { isRecent, type SignedIn } from '../../sign_in/session.ts'
import type { Screen, ScreenNeeds } from '../frame/frame.ts'
import { doorPath, places } from '../frame/places.ts'
import { actionRoute, screenRoute } from '../frame/screen.ts'
import { shellWords } from '../frame/words.ts'
import { type AccountNeeds, changeAccount, deleteOwnAccount, downloadOwnAccount } from '../own-account.ts'
import { allSessions, endAllOthers, endOne, type SignInNeeds } from '../signing-in.ts'
import { type AccountFault, accountView, type Done, doneWords } from './account-view.ts'

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

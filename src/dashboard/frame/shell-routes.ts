/** What the frame of every screen offers: another language, and the way out. */
import type { RouteRecord } from '../../contract/route.ts'
import { seeOther } from '../../pages/page.ts'
import { isLanguage } from '../../values/vocabularies.ts'
import { type AccountNeeds, changeAccount } from '../own-account.ts'
import { type SignInNeeds, signOut } from '../signing-in.ts'
import { doorPath, ownPlace, places } from './places.ts'
import { actionRoute, type ScreenNeeds } from './screen.ts'

const backTo = (): string => places.start

export const shellRoutes = <Needs extends ScreenNeeds & SignInNeeds & AccountNeeds>(): RouteRecord<Needs>[] => [
  actionRoute<Needs>({
    path: '/dashboard/language',
    operation: 'chooseLanguage',
    backTo,
    async run({ needs, caller }, form) {
      const language = form.one('language')
      if (language !== null && isLanguage(language)) await changeAccount(needs, caller, { language })
      return seeOther(ownPlace(form.one('back')))
    },
  }),
  actionRoute<Needs>({
    path: '/dashboard/sign-out',
    operation: 'signOut',
    backTo,
    async run({ needs, caller }) {
      const headers = await signOut(needs, caller)
      const reply = seeOther(doorPath())
      return { ...reply, headers: { ...reply.headers, ...headers } }
    },
  }),
]

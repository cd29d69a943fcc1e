/** What the frame of every screen offers: another language, and the way out. */
import type { RouteRecord } from '../../contract/route.ts'
import { type Html, html } from '../../pages/html.ts'
import { seeOther } from '../../pages/page.ts'
import { isLanguage, type Language } from '../../values/vocabularies.ts'
import { type AccountNeeds, changeAccount } from '../own-account.ts'
import { type SignInNeeds, signOut } from '../signing-in.ts'
import type { ScreenNeeds } from './frame.ts'
import { goOnPath, type KeptForm, keptForm, withoutKeptForm } from './kept-form.ts'
import { doorPath, ownPlace, places } from './places.ts'
import { actionRoute, screenRoute } from './screen.ts'

const backTo = (): string => places.start

const goOnWords: Record<Language, { title: string; lead: string; send: string; back: string }> = {
  nl: {
    title: 'Verder waar u was',
    lead: 'U bent aangemeld, en er is nog niets gedaan. Dit hebt u ingevuld:',
    send: 'Verstuur dit nu',
    back: 'Terug zonder te versturen',
  },
  fr: {
    title: 'Continuer où vous étiez',
    lead: 'Vous êtes connecté, et rien n’est encore fait. Voici ce que vous avez rempli :',
    send: 'Envoyer maintenant',
    back: 'Revenir sans envoyer',
  },
  en: {
    title: 'Go on where you were',
    lead: 'You are signed in, and nothing has been done yet. This is what you filled in:',
    send: 'Send it now',
    back: 'Back without sending',
  },
}

function goOnView({ action, back, fields }: KeptForm, language: Language): Html {
  const words = goOnWords[language]
  return html`<form method="post" action=${action}>
    <p class="lead">${words.lead}</p>
    <ul>${fields.map(([, value]) => html`<li>${value}</li>`)}</ul>
    ${fields.map(([name, value]) => html`<input type="hidden" name=${name} value=${value} />`)}
    <button class="filled" type="submit">${words.send}</button>
    <p><a href=${back}>${words.back}</a></p>
  </form>`
}

export const shellRoutes = <Needs extends ScreenNeeds & SignInNeeds & AccountNeeds>(): RouteRecord<Needs>[] => [
  screenRoute<Needs, Record<never, never>>({
    path: goOnPath,
    operation: 'goOn',
    query: {},
    run({ needs, caller, cookies }) {
      const kept = keptForm(needs, cookies, caller)
      if (kept === null) {
        const reply = seeOther(places.start)
        return { ...reply, headers: withoutKeptForm(needs.baseUrl, reply.headers) }
      }
      const { language } = caller
      return { title: goOnWords[language].title, place: null, body: goOnView(kept, language) }
    },
  }),
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

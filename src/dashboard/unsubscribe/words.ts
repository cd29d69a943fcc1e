/** What the page that ends a digest says. */
import type { Language } from '../../values/vocabularies.ts'

const english = {
  ask: 'Stop these mails?',
  lead: 'You then get no more digests of this watchlist or search. The watchlist or search itself stays.',
  button: 'Stop them',
  ended: 'We no longer send these mails',
  again: 'The watchlist or search itself stays. In the dashboard you can switch the mails on again.',
  dashboard: 'To the dashboard',
  unknown: 'We do not know this link',
  copy: 'Copy the whole link from the mail, or switch the mails off in the dashboard.',
}

type UnsubscribeWords = typeof english

export const unsubscribeWords: Record<Language, UnsubscribeWords> = {
  en: english,
  nl: {
    ask: 'Deze mails niet meer krijgen?',
    lead: 'Je krijgt dan geen overzichten meer van deze watchlist of zoekopdracht. De watchlist of zoekopdracht zelf blijft.',
    button: 'Niet meer sturen',
    ended: 'We sturen deze mails niet meer',
    again: 'De watchlist of zoekopdracht zelf blijft. In het dashboard kun je de mails weer aanzetten.',
    dashboard: 'Naar het dashboard',
    unknown: 'Deze link kennen we niet',
    copy: 'Kopieer de link volledig uit de mail, of zet de mails uit in het dashboard.',
  },
  fr: {
    ask: 'Ne plus recevoir ces messages ?',
    lead: 'Vous ne recevrez plus d’aperçu de cette watchlist ou recherche. La watchlist ou la recherche elle-même reste.',
    button: 'Ne plus envoyer',
    ended: 'Nous n’envoyons plus ces messages',
    again: 'La watchlist ou la recherche elle-même reste. Vous pouvez réactiver les messages dans le tableau de bord.',
    dashboard: 'Vers le tableau de bord',
    unknown: 'Nous ne connaissons pas ce lien',
    copy: 'Copiez le lien entier depuis le message, ou désactivez les messages dans le tableau de bord.',
  },
}

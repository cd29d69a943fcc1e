/** What letters with a one-time link say. */
import type { Language } from '../../values/vocabularies.ts'

const english = {
  subject: 'Your link to sign in to Subsidy Measures',
  heading: 'Sign in',
  what: (minutes: number) => `This link signs you in. It works once, for another ${minutes} minutes.`,
  button: 'Sign in',
  notYou: 'You did not ask for it? Then there is nothing to do: without this link nobody can sign in with it.',
  why: 'You get this mail because somebody asked for a sign-in link with this address.',
}

export type LinkWords = typeof english

export const signInWords: Record<Language, LinkWords> = {
  en: english,
  nl: {
    subject: 'Je link om aan te melden bij Subsidy Measures',
    heading: 'Aanmelden',
    what: (minutes) => `Met deze link meld je je aan. Hij werkt één keer, en nog ${minutes} minuten.`,
    button: 'Aanmelden',
    notYou: 'Heb je dit niet gevraagd? Dan hoef je niets te doen: zonder deze link kan niemand zich ermee aanmelden.',
    why: 'Je krijgt deze mail omdat iemand met dit adres om een aanmeldlink vroeg.',
  },
  fr: {
    subject: 'Votre lien de connexion à Subsidy Measures',
    heading: 'Se connecter',
    what: (minutes) => `Ce lien vous connecte. Il fonctionne une seule fois, pendant ${minutes} minutes encore.`,
    button: 'Se connecter',
    notYou: 'Vous n’avez rien demandé ? Ne faites rien : sans ce lien, personne ne peut se connecter ainsi.',
    why: 'Vous recevez ce message parce que quelqu’un a demandé un lien de connexion avec cette adresse.',
  },
}

export const emailChangeWords: Record<Language, LinkWords> = {
  nl: {
    subject: 'Bevestig je mailadres voor Subsidy Measures',
    heading: 'Is dit je adres?',
    what: (minutes) =>
      `Iemand wil dat een account van Subsidy Measures voortaan dit adres heeft. Bevestig het met deze link: hij werkt één keer, en nog ${minutes} minuten.`,
    button: 'Dit adres bevestigen',
    notYou: 'Zegt dit je niets? Dan hoef je niets te doen: zonder bevestiging verandert er niets.',
    why: 'Je krijgt deze mail omdat iemand dit adres opgaf als het zijne.',
  },
  fr: {
    subject: 'Confirmez votre adresse pour Subsidy Measures',
    heading: 'Est-ce votre adresse ?',
    what: (minutes) =>
      `Quelqu’un souhaite donner cette adresse à un compte Subsidy Measures. Confirmez-la avec ce lien : il fonctionne une seule fois, pendant ${minutes} minutes encore.`,
    button: 'Confirmer cette adresse',
    notYou: 'Cela ne vous dit rien ? Ne faites rien : sans confirmation, rien ne change.',
    why: 'Vous recevez ce message parce que quelqu’un a indiqué cette adresse comme la sienne.',
  },
  en: {
    subject: 'Confirm your address for Subsidy Measures',
    heading: 'Is this your address?',
    what: (minutes) =>
      `Somebody wants an account of Subsidy Measures to have this address from now on. Confirm it with this link: it works once, for another ${minutes} minutes.`,
    button: 'Confirm this address',
    notYou: 'This means nothing to you? Then there is nothing to do: unless it is confirmed, nothing changes.',
    why: 'You get this mail because somebody named this address as theirs.',
  },
}

/** What mails of security say. */
import type { Language } from '../../values/vocabularies.ts'
import type { SecurityEvent } from './tell-security.ts'

/** `screen`: of the dashboard, where it can be looked at and undone. */
type EventWords = { subject: string; what: string; notYou: string; screen: 'account' | 'keys' }

export type SecurityWords = Record<SecurityEvent['what'], EventWords> & {
  when: string
  key: string
  see: string
  notYouAtOldAddress: string
  why: string
}

export const securityWords: Record<Language, SecurityWords> = {
  nl: {
    password_changed: {
      subject: 'Het wachtwoord van je account is gewijzigd',
      what: 'Je account bij Subsidy Measures heeft een nieuw wachtwoord. Alle andere sessies zijn beëindigd.',
      notYou:
        'Was jij dit niet? Meld je aan met een link per mail, kies een ander wachtwoord en beëindig alle andere sessies. Verwittig daarna de beheerder van deze dienst.',
      screen: 'account',
    },
    email_changed: {
      subject: 'Het mailadres van je account is gewijzigd',
      what: 'Je account bij Subsidy Measures heeft een ander mailadres.',
      notYou:
        'Was jij dit niet? Beëindig alle sessies, kies een ander wachtwoord en verwittig de beheerder van deze dienst.',
      screen: 'account',
    },
    key_created: {
      subject: 'Er is een API-sleutel gemaakt in je account',
      what: 'Met deze sleutel kan een programma op naam van je account werken. De sleutel zelf staat niet in deze mail.',
      notYou: 'Was jij dit niet? Trek de sleutel in, beëindig alle andere sessies en kies een ander wachtwoord.',
      screen: 'keys',
    },
    when: 'Wanneer',
    key: 'Sleutel',
    see: 'Bekijk dit in het dashboard',
    notYouAtOldAddress:
      'Was jij dit niet? Met dit adres kun je je niet meer aanmelden. Verwittig meteen de beheerder van deze dienst: die kan het oude adres herstellen.',
    why: 'Je krijgt deze mail omdat er iets veranderde waarmee iemand in je account kan. Dit bericht kun je niet uitzetten.',
  },
  fr: {
    password_changed: {
      subject: 'Le mot de passe de votre compte a été modifié',
      what: 'Votre compte Subsidy Measures a un nouveau mot de passe. Toutes les autres sessions sont terminées.',
      notYou:
        'Ce n’était pas vous ? Connectez-vous avec un lien par e-mail, choisissez un autre mot de passe et terminez toutes les autres sessions. Prévenez ensuite l’opérateur de ce service.',
      screen: 'account',
    },
    email_changed: {
      subject: 'L’adresse e-mail de votre compte a été modifiée',
      what: 'Votre compte Subsidy Measures a une autre adresse e-mail.',
      notYou:
        'Ce n’était pas vous ? Terminez toutes les sessions, choisissez un autre mot de passe et prévenez l’opérateur de ce service.',
      screen: 'account',
    },
    key_created: {
      subject: 'Une clé API a été créée dans votre compte',
      what: 'Avec cette clé, un programme peut agir au nom de votre compte. La clé elle-même ne figure pas dans ce message.',
      notYou:
        'Ce n’était pas vous ? Révoquez la clé, terminez toutes les autres sessions et choisissez un autre mot de passe.',
      screen: 'keys',
    },
    when: 'Quand',
    key: 'Clé',
    see: 'Voir dans le tableau de bord',
    notYouAtOldAddress:
      'Ce n’était pas vous ? Cette adresse ne permet plus de se connecter. Prévenez tout de suite l’opérateur de ce service : il peut rétablir l’ancienne adresse.',
    why: 'Vous recevez ce message parce qu’un moyen d’entrer dans votre compte a changé. Il ne peut pas être désactivé.',
  },
  en: {
    password_changed: {
      subject: 'The password of your account was changed',
      what: 'Your account at Subsidy Measures has a new password. All other sessions have ended.',
      notYou:
        'Was it not you? Sign in with a link by mail, choose another password and end all other sessions. Then tell the operator of this service.',
      screen: 'account',
    },
    email_changed: {
      subject: 'The e-mail address of your account was changed',
      what: 'Your account at Subsidy Measures has another e-mail address.',
      notYou: 'Was it not you? End all sessions, choose another password and tell the operator of this service.',
      screen: 'account',
    },
    key_created: {
      subject: 'An API key was made in your account',
      what: 'With this key a program can act for your account. The key itself does not stand in this mail.',
      notYou: 'Was it not you? Revoke the key, end all other sessions and choose another password.',
      screen: 'keys',
    },
    when: 'When',
    key: 'Key',
    see: 'See it in the dashboard',
    notYouAtOldAddress:
      'Was it not you? This address does not sign in any more. Tell the operator of this service at once, who can restore the old address.',
    why: 'You get this mail because something changed by which your account can be entered. It cannot be switched off.',
  },
}

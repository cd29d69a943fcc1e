/** What the account screen says. */
import type { SignInMethod } from '../../sign_in/session.ts'
import type { Language } from '../../values/vocabularies.ts'

export type AccountWords = {
  mailTrouble: (host: string | null) => string
  mailTroubleNext: string
  address: string
  verified: string
  unverified: string
  madeOn: string
  changeAddress: string
  newAddress: string
  addressHint: string
  sendLink: string
  linkSent: string
  noMail: string
  password: string
  passwordHint: string
  newPassword: string
  setPassword: string
  passwordSet: string
  sessions: string
  sessionTable: string
  browser: string
  how: string
  began: string
  seen: string
  current: string
  unnamed: string
  methods: Record<SignInMethod, string>
  end: string
  endOthers: string
  ended: string
  audit: string
  auditLead: string
  data: string
  dataLead: string
  export: string
  delete: string
  deleteWhat: string
  deleteType: (address: string) => string
  deleteNow: string
  faults: { address: string; password: string; taken: string; typed: string; off: string }
}

export const accountWords: Record<Language, AccountWords> = {
  nl: {
    mailTrouble: (host) => `E-mail naar ${host ?? 'uw adres'} kwam niet aan`,
    mailTroubleNext: 'De laatste e-mail werd geweigerd of kon niet bezorgd worden. Kijk het adres na, of wijzig het.',
    address: 'Adres',
    verified: 'nagegaan',
    unverified: 'niet nagegaan: er gaat geen e-mail naartoe',
    madeOn: 'Account gemaakt op',
    changeAddress: 'Adres wijzigen',
    newAddress: 'Nieuw e-mailadres',
    addressHint: 'We sturen er een link naartoe. Het adres wijzigt als u die opent in deze browser.',
    sendLink: 'Link sturen',
    linkSent: 'Er is een link onderweg naar het nieuwe adres.',
    noMail: 'Deze dienst verstuurt geen e-mail; vraag wie hem uitbaat om het adres te wijzigen.',
    password: 'Wachtwoord',
    passwordHint: 'Van 12 tot 256 tekens. Een nieuw wachtwoord beëindigt alle andere sessies.',
    newPassword: 'Nieuw wachtwoord',
    setPassword: 'Wachtwoord instellen',
    passwordSet: 'Het wachtwoord is ingesteld; andere sessies zijn beëindigd.',
    sessions: 'Waar u aangemeld bent',
    sessionTable: 'Sessies van deze account',
    browser: 'Browser',
    how: 'Aangemeld met',
    began: 'Sinds',
    seen: 'Laatst gezien',
    current: 'deze browser',
    unnamed: 'onbekende browser',
    methods: { google: 'Google', password: 'wachtwoord', link: 'link' },
    end: 'Beëindigen',
    endOthers: 'Alle andere beëindigen',
    ended: 'De sessie is beëindigd.',
    audit: 'Wat er gebeurd is',
    auditLead: 'Wie wat maakte, introk of wijzigde, van de laatste 13 maanden.',
    data: 'Uw gegevens',
    dataLead: 'Alles wat van deze account is, in één zipbestand, zonder sleutels of geheimen.',
    export: 'Alles downloaden',
    delete: 'Account verwijderen',
    deleteWhat:
      'Sleutels, sessies, abonnement en wat nog verzonden moest worden, eindigen meteen; al de rest wordt binnen 24 uur gewist. Dit kan niet ongedaan gemaakt worden.',
    deleteType: (address) => `Typ het adres om te bevestigen: ${address}`,
    deleteNow: 'Verwijderen, voorgoed',
    faults: {
      address: 'Dat is geen e-mailadres.',
      password: 'Een wachtwoord heeft 12 tot 256 tekens.',
      taken: 'Een andere account heeft dit adres al.',
      typed: 'Het adres is niet hetzelfde.',
      off: 'Wachtwoorden worden hier niet aangeboden.',
    },
  },
  fr: {
    mailTrouble: (host) => `Le courriel vers ${host ?? 'votre adresse'} n’est pas arrivé`,
    mailTroubleNext: 'Le dernier courriel a été refusé ou n’a pas pu être livré. Vérifiez l’adresse, ou changez-la.',
    address: 'Adresse',
    verified: 'vérifiée',
    unverified: 'non vérifiée : aucun courriel n’y est envoyé',
    madeOn: 'Compte créé le',
    changeAddress: 'Changer l’adresse',
    newAddress: 'Nouvelle adresse électronique',
    addressHint: 'Nous y envoyons un lien. L’adresse change quand vous l’ouvrez dans ce navigateur.',
    sendLink: 'Envoyer le lien',
    linkSent: 'Un lien est en route vers la nouvelle adresse.',
    noMail: 'Ce service n’envoie pas de courriel ; demandez à l’exploitant de changer l’adresse.',
    password: 'Mot de passe',
    passwordHint: 'De 12 à 256 caractères. Un nouveau mot de passe met fin à toutes les autres sessions.',
    newPassword: 'Nouveau mot de passe',
    setPassword: 'Définir le mot de passe',
    passwordSet: 'Le mot de passe est défini ; les autres sessions ont pris fin.',
    sessions: 'Où vous êtes connecté',
    sessionTable: 'Sessions de ce compte',
    browser: 'Navigateur',
    how: 'Connecté par',
    began: 'Depuis',
    seen: 'Vu la dernière fois',
    current: 'ce navigateur',
    unnamed: 'navigateur inconnu',
    methods: { google: 'Google', password: 'mot de passe', link: 'lien' },
    end: 'Mettre fin',
    endOthers: 'Mettre fin à toutes les autres',
    ended: 'La session a pris fin.',
    audit: 'Ce qui s’est passé',
    auditLead: 'Qui a créé, révoqué ou modifié quoi, ces 13 derniers mois.',
    data: 'Vos données',
    dataLead: 'Tout ce qui est à ce compte, dans un seul fichier zip, sans clés ni secrets.',
    export: 'Tout télécharger',
    delete: 'Supprimer le compte',
    deleteWhat:
      'Clés, sessions, abonnement et ce qui devait encore être envoyé prennent fin aussitôt ; tout le reste est effacé dans les 24 heures. Rien ne peut l’annuler.',
    deleteType: (address) => `Tapez l’adresse pour confirmer : ${address}`,
    deleteNow: 'Supprimer, pour toujours',
    faults: {
      address: 'Ce n’est pas une adresse électronique.',
      password: 'Un mot de passe a de 12 à 256 caractères.',
      taken: 'Un autre compte a déjà cette adresse.',
      typed: 'L’adresse n’est pas la même.',
      off: 'Les mots de passe ne sont pas proposés ici.',
    },
  },
  en: {
    mailTrouble: (host) => `Mail to ${host ?? 'your address'} did not arrive`,
    mailTroubleNext: 'The last mail was refused or could not be delivered. Look at the address, or change it.',
    address: 'Address',
    verified: 'verified',
    unverified: 'not verified: no mail is sent there',
    madeOn: 'Account made on',
    changeAddress: 'Change the address',
    newAddress: 'New e-mail address',
    addressHint: 'We send a link there. The address changes when you open it in this browser.',
    sendLink: 'Send the link',
    linkSent: 'A link is on its way to the new address.',
    noMail: 'This service sends no mail; ask its operator to change the address.',
    password: 'Password',
    passwordHint: 'From 12 to 256 characters. A new password ends all other sessions.',
    newPassword: 'New password',
    setPassword: 'Set the password',
    passwordSet: 'The password is set; other sessions have ended.',
    sessions: 'Where you are signed in',
    sessionTable: 'Sessions of this account',
    browser: 'Browser',
    how: 'Signed in with',
    began: 'Since',
    seen: 'Last seen',
    current: 'this browser',
    unnamed: 'unknown browser',
    methods: { google: 'Google', password: 'a password', link: 'a link' },
    end: 'End',
    endOthers: 'End all others',
    ended: 'The session has ended.',
    audit: 'What has been done',
    auditLead: 'Who made, revoked or changed what, of the last 13 months.',
    data: 'Your data',
    dataLead: 'All that is this account’s, in one zip file, without keys or secrets.',
    export: 'Download all of it',
    delete: 'Delete the account',
    deleteWhat:
      'Keys, sessions, subscription and what was still to be sent end at once; all the rest is erased within 24 hours. Nothing brings it back.',
    deleteType: (address) => `Type the address to confirm: ${address}`,
    deleteNow: 'Delete, for good',
    faults: {
      address: 'This is no e-mail address.',
      password: 'A password has 12 to 256 characters.',
      taken: 'Another account has this address already.',
      typed: 'The address is not the same.',
      off: 'Passwords are not offered here.',
    },
  },
}

/** What the door says. */
import type { Language } from '../../values/vocabularies.ts'

export type DoorFault =
  | 'google'
  | 'password'
  | 'too_often'
  | 'no_account'
  | 'password_off'
  | 'spent'
  | 'other_browser'
  | 'taken'
  | 'unreadable'

const english = {
  title: 'Sign in',
  again: 'Show once more who you are',
  why: 'What you want to do can be done only shortly after signing in.',
  google: 'Sign in with Google',
  googleNeedsScript: 'Signing in with Google needs JavaScript. Ask for a link by mail otherwise.',
  googleUnreachable: 'Google’s button could not be loaded. Ask for a link by mail, or load the page again.',
  passwordTitle: 'With a password',
  email: 'E-mail address',
  password: 'Password',
  signIn: 'Sign in',
  linkTitle: 'With a link by mail',
  linkHint: 'We send a link that signs you in once, within 15 minutes.',
  sendLink: 'Send me a link',
  handedTitle: 'With a link from the operator',
  handed: 'This service sends no mail. Its operator can give you a link that signs you in once.',
  sentTitle: 'Look into your mailbox',
  sent: 'If an account has this address, a link is on its way. It works once, within 15 minutes. If nothing comes, the address is not known here, or was asked for too often this hour.',
  ifYours:
    'If you run this service: without a mail server the mail is a file under DATA_DIR/mail. A link without mail: ',
  pressTitle: 'Nearly there',
  press: 'Sign me in',
  pressHint: 'The link works once. Pressing the button signs you in in this browser.',
  spentTitle: 'This link does not work any more',
  noAccountTitle: 'No account yet?',
  noAccount: 'The operator of this service makes one. If that is you: ',
  makesAccount: 'Sign in with Google: that makes one, without a plan yet. You choose one after that.',
  faultTitle: 'You could not be signed in',
  faults: {
    google: 'The sign-in with Google could not be verified. Try again.',
    password: 'The e-mail address or the password is wrong.',
    too_often: 'There were too many attempts. Wait a little, or ask for a link by mail.',
    no_account: 'No account can be entered with this address. Ask the operator of this service to make one.',
    password_off: 'Signing in with a password is not offered here.',
    spent: 'This link has been used, or is older than 15 minutes. Ask for another one.',
    other_browser: 'This link changes an address. Open it in the browser in which you are signed in.',
    taken: 'Another account has this address already.',
    unreadable: 'Give an e-mail address.',
  },
  back: 'Back to signing in',
}

export type DoorWords = typeof english

export const doorWords: Record<Language, DoorWords> = {
  en: english,
  nl: {
    title: 'Aanmelden',
    again: 'Toon nog eens wie u bent',
    why: 'Wat u wilt doen, kan alleen kort na het aanmelden.',
    google: 'Aanmelden met Google',
    googleNeedsScript: 'Aanmelden met Google werkt alleen met JavaScript. Vraag anders een link per e-mail.',
    googleUnreachable:
      'De knop van Google kon niet geladen worden. Vraag een link per e-mail, of laad de pagina opnieuw.',
    passwordTitle: 'Met een wachtwoord',
    email: 'E-mailadres',
    password: 'Wachtwoord',
    signIn: 'Aanmelden',
    linkTitle: 'Met een link per e-mail',
    linkHint: 'We sturen een link waarmee u zich één keer aanmeldt, binnen 15 minuten.',
    sendLink: 'Stuur me een link',
    handedTitle: 'Met een link van de uitbater',
    handed:
      'Deze dienst verstuurt geen e-mail. Wie hem uitbaat, kan u een link geven waarmee u zich één keer aanmeldt.',
    sentTitle: 'Kijk in uw mailbox',
    sent: 'Hoort dit adres bij een account, dan is er een link onderweg. Hij werkt één keer, binnen 15 minuten. Komt er niets, dan is het adres hier niet bekend, of werd er dit uur al te vaak om gevraagd.',
    ifYours:
      'Baat u deze dienst zelf uit: zonder mailserver is de mail een bestand onder DATA_DIR/mail. Een link zonder mail: ',
    pressTitle: 'U bent er bijna',
    press: 'Meld me aan',
    pressHint: 'De link werkt één keer. Door te drukken meldt u zich aan in deze browser.',
    spentTitle: 'Deze link werkt niet meer',
    noAccountTitle: 'Nog geen account?',
    noAccount: 'Wie deze dienst uitbaat, maakt er een. Baat u hem zelf uit: ',
    makesAccount: 'Meld u aan met Google: dan wordt er een gemaakt, nog zonder abonnement. Dat kiest u daarna.',
    faultTitle: 'Aanmelden lukte niet',
    faults: {
      google: 'De aanmelding met Google kon niet nagegaan worden. Probeer opnieuw.',
      password: 'Het e-mailadres of het wachtwoord is fout.',
      too_often: 'Er werd te vaak geprobeerd. Wacht even, of vraag een link per e-mail.',
      no_account: 'Met dit adres is er geen account waarin u kunt. Vraag wie deze dienst uitbaat om er een te maken.',
      password_off: 'Aanmelden met een wachtwoord wordt hier niet aangeboden.',
      spent: 'Deze link werd al gebruikt, of is ouder dan 15 minuten. Vraag een nieuwe.',
      other_browser: 'Deze link wijzigt een adres. Open hem in de browser waarin u aangemeld bent.',
      taken: 'Een andere account heeft dit adres al.',
      unreadable: 'Vul een e-mailadres in.',
    },
    back: 'Terug naar het aanmelden',
  },
  fr: {
    title: 'Se connecter',
    again: 'Montrez une fois encore qui vous êtes',
    why: 'Ce que vous voulez faire n’est possible que peu après la connexion.',
    google: 'Se connecter avec Google',
    googleNeedsScript: 'La connexion avec Google demande JavaScript. Sinon, demandez un lien par courriel.',
    googleUnreachable:
      'Le bouton de Google n’a pas pu être chargé. Demandez un lien par courriel, ou rechargez la page.',
    passwordTitle: 'Avec un mot de passe',
    email: 'Adresse électronique',
    password: 'Mot de passe',
    signIn: 'Se connecter',
    linkTitle: 'Avec un lien par courriel',
    linkHint: 'Nous envoyons un lien qui vous connecte une fois, dans les 15 minutes.',
    sendLink: 'Envoyez-moi un lien',
    handedTitle: 'Avec un lien de l’exploitant',
    handed: 'Ce service n’envoie pas de courriel. Son exploitant peut vous donner un lien qui vous connecte une fois.',
    sentTitle: 'Consultez votre boîte',
    sent: 'Si cette adresse appartient à un compte, un lien est en route. Il fonctionne une fois, dans les 15 minutes. Si rien n’arrive, l’adresse n’est pas connue ici, ou le lien a été demandé trop souvent cette heure-ci.',
    ifYours:
      'Si c’est vous qui exploitez ce service : sans serveur de courriel, le courriel est un fichier sous DATA_DIR/mail. Un lien sans courriel : ',
    pressTitle: 'Vous y êtes presque',
    press: 'Me connecter',
    pressHint: 'Le lien fonctionne une fois. En appuyant, vous vous connectez dans ce navigateur.',
    spentTitle: 'Ce lien ne fonctionne plus',
    noAccountTitle: 'Pas encore de compte ?',
    noAccount: 'L’exploitant de ce service en crée un. Si c’est vous qui l’exploitez : ',
    makesAccount:
      'Connectez-vous avec Google : un compte est créé, encore sans abonnement. Vous le choisissez ensuite.',
    faultTitle: 'La connexion a échoué',
    faults: {
      google: 'La connexion avec Google n’a pas pu être vérifiée. Réessayez.',
      password: 'L’adresse ou le mot de passe est incorrect.',
      too_often: 'Il y a eu trop d’essais. Patientez un peu, ou demandez un lien par courriel.',
      no_account:
        'Il n’y a pas de compte où vous puissiez entrer avec cette adresse. Demandez à l’exploitant du service d’en créer un.',
      password_off: 'La connexion par mot de passe n’est pas proposée ici.',
      spent: 'Ce lien a déjà servi, ou a plus de 15 minutes. Demandez-en un autre.',
      other_browser: 'Ce lien change une adresse. Ouvrez-le dans le navigateur où vous êtes connecté.',
      taken: 'Un autre compte a déjà cette adresse.',
      unreadable: 'Indiquez une adresse électronique.',
    },
    back: 'Retour à la connexion',
  },
}

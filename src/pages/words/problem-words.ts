/** What a page says when there is nothing to show: what it is, why, and the next step. */
import type { Language } from '../../values/vocabularies.ts'

/** Kinds of problems, by what a person can do about them. */
export type Problem = 'not_found' | 'unreadable' | 'wrong_method' | 'too_often' | 'too_long' | 'forbidden' | 'failed'

export type ProblemWords = Record<Problem, { title: string; why: string; next: string }> & {
  search: string
  searchLabel: string
  home: string
  requestId: string
  parameter: string
}

export const problemWords: Record<Language, ProblemWords> = {
  nl: {
    not_found: {
      title: 'Hier staat niets',
      why: 'Dit adres bestaat niet, of niet meer.',
      next: 'Zoek de maatregel op naam, of begin opnieuw.',
    },
    unreadable: {
      title: 'Dit adres kunnen we niet lezen',
      why: 'Een deel van het adres of van het formulier heeft geen waarde die we kennen.',
      next: 'Ga terug en kies uit wat aangeboden wordt, of zoek opnieuw.',
    },
    wrong_method: {
      title: 'Zo kan deze pagina niet gevraagd worden',
      why: 'De pagina bestaat, maar niet voor deze vraag.',
      next: 'Open ze door op een link te klikken, of begin opnieuw.',
    },
    too_often: {
      title: 'Even geduld',
      why: 'Vanaf uw adres kwamen te veel vragen kort na elkaar.',
      next: 'Wacht de tijd die hieronder staat, en laad de pagina opnieuw.',
    },
    too_long: {
      title: 'Dit duurde te lang',
      why: 'De pagina was niet op tijd klaar.',
      next: 'Laad ze opnieuw; blijft het zo, kijk dan op de pagina over de toestand van de dienst.',
    },
    forbidden: {
      title: 'Dit kwam niet van onze pagina',
      why: 'Het formulier werd niet vanaf een pagina van deze dienst verstuurd. Er is niets gewijzigd.',
      next: 'Open de pagina opnieuw op het adres van deze dienst, en verstuur het formulier daar.',
    },
    failed: {
      title: 'Er ging bij ons iets mis',
      why: 'Aan uw vraag ligt het niet.',
      next: 'Probeer het over een minuut opnieuw. Blijft het zo, vermeld dan het nummer hieronder.',
    },
    search: 'Zoek',
    searchLabel: 'Zoeken in alle maatregelen',
    home: 'Naar het begin',
    requestId: 'Nummer van de vraag',
    parameter: 'Het gaat om',
  },
  fr: {
    not_found: {
      title: 'Il n’y a rien ici',
      why: 'Cette adresse n’existe pas, ou plus.',
      next: 'Cherchez la mesure par son nom, ou recommencez.',
    },
    unreadable: {
      title: 'Nous ne pouvons pas lire cette adresse',
      why: 'Une partie de l’adresse ou du formulaire n’a pas de valeur que nous connaissions.',
      next: 'Revenez en arrière et choisissez parmi ce qui est proposé, ou cherchez à nouveau.',
    },
    wrong_method: {
      title: 'Cette page ne se demande pas ainsi',
      why: 'La page existe, mais pas pour cette demande.',
      next: 'Ouvrez-la en suivant un lien, ou recommencez.',
    },
    too_often: {
      title: 'Un instant',
      why: 'Trop de demandes sont venues de votre adresse en peu de temps.',
      next: 'Attendez le temps indiqué ci-dessous, puis rechargez la page.',
    },
    too_long: {
      title: 'Cela a pris trop de temps',
      why: 'La page n’était pas prête à temps.',
      next: 'Rechargez-la ; si cela persiste, regardez la page sur l’état du service.',
    },
    forbidden: {
      title: 'Ceci ne vient pas de notre page',
      why: 'Le formulaire n’a pas été envoyé depuis une page de ce service. Rien n’a été modifié.',
      next: 'Rouvrez la page à l’adresse de ce service et envoyez le formulaire depuis là.',
    },
    failed: {
      title: 'Quelque chose a échoué chez nous',
      why: 'Votre demande n’y est pour rien.',
      next: 'Réessayez dans une minute. Si cela persiste, mentionnez le numéro ci-dessous.',
    },
    search: 'Chercher',
    searchLabel: 'Chercher dans toutes les mesures',
    home: 'Retour au début',
    requestId: 'Numéro de la demande',
    parameter: 'Il s’agit de',
  },
  en: {
    not_found: {
      title: 'There is nothing here',
      why: 'This address does not exist, or no longer.',
      next: 'Look the measure up by its name, or start again.',
    },
    unreadable: {
      title: 'We cannot read this address',
      why: 'A part of the address or of the form has no value that we know.',
      next: 'Go back and choose from what is offered, or search again.',
    },
    wrong_method: {
      title: 'This page cannot be asked for in this way',
      why: 'The page exists, but not for this kind of request.',
      next: 'Open it by following a link, or start again.',
    },
    too_often: {
      title: 'One moment',
      why: 'Too many requests came from your address in a short time.',
      next: 'Wait for the time given below, then load the page again.',
    },
    too_long: {
      title: 'This took too long',
      why: 'The page was not ready in time.',
      next: 'Load it again; if it stays so, look at the page about the status of the service.',
    },
    forbidden: {
      title: 'This did not come from our page',
      why: 'The form was not sent from a page of this service. Nothing was changed.',
      next: 'Open the page again at the address of this service, and send the form from there.',
    },
    failed: {
      title: 'Something failed on our side',
      why: 'It is not because of your request.',
      next: 'Try again in a minute. If it stays so, mention the number below.',
    },
    search: 'Search',
    searchLabel: 'Search all measures',
    home: 'To the beginning',
    requestId: 'Number of the request',
    parameter: 'It concerns',
  },
}

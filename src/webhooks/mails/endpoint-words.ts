/** What the letters about failing endpoints say. */
import type { Language } from '../../values/vocabularies.ts'

const english = {
  failing: (host: string, failures: number) => `Your webhook at ${host}: ${failures} failures in a row`,
  off: (host: string) => `Your webhook at ${host} has been switched off`,
  isFailing:
    'Your receiver did not take our last deliveries. Each delivery is tried up to six times, over more than 14 hours.',
  isOff: (failures: number) =>
    `After ${failures} failures in a row this webhook has been switched off. Nothing is sent to it any more; what was queued has been noted as failed.`,
  host: 'Receiver',
  endpoint: 'Webhook',
  event: 'Type of event',
  lastError: 'Last error',
  errors: {
    timeout: 'no answer within 10 seconds',
    connection: 'no connection',
    tls: 'no secure connection (certificate or TLS)',
    refused_address: 'the address is not a public one',
    redirect: 'the answer led elsewhere, which we do not follow',
    status: 'the answer was no 2xx',
  },
  whenFailing: (left: number) =>
    `See that the receiver can be reached and answers with a 2xx within 10 seconds. After ${left} more failures the webhook is switched off.`,
  whenOff: [
    'Repair the receiver, enable the webhook again, then send a test.',
    'What you have missed stands in the change feed (GET /v1/changes); failed deliveries can be sent again from the dashboard.',
  ],
  see: 'See the webhook',
  why: 'You get this mail because your account has this webhook. We send it at 5 and 15 failures in a row and when it is switched off; delete the webhook if you need it no more.',
}

type EndpointWords = typeof english

export const endpointWords: Record<Language, EndpointWords> = {
  en: english,
  nl: {
    failing: (host, failures) => `Je webhook op ${host}: ${failures} keer na elkaar mislukt`,
    off: (host) => `Je webhook op ${host} is uitgeschakeld`,
    isFailing:
      'Je ontvanger nam onze laatste zendingen niet aan. Elke zending wordt tot zes keer geprobeerd, over meer dan 14 uur.',
    isOff: (failures) =>
      `Na ${failures} mislukkingen na elkaar is deze webhook uitgeschakeld. Er wordt niets meer naar verzonden; wat klaarstond, is als mislukt genoteerd.`,
    host: 'Ontvanger',
    endpoint: 'Webhook',
    event: 'Soort gebeurtenis',
    lastError: 'Laatste fout',
    errors: {
      timeout: 'geen antwoord binnen 10 seconden',
      connection: 'geen verbinding',
      tls: 'geen veilige verbinding (certificaat of TLS)',
      refused_address: 'het adres is niet openbaar',
      redirect: 'het antwoord verwees door; dat volgen we niet',
      status: 'het antwoord was geen 2xx',
    },
    whenFailing: (left) =>
      `Kijk na of de ontvanger bereikbaar is en binnen 10 seconden met 2xx antwoordt. Na nog ${left} mislukkingen wordt de webhook uitgeschakeld.`,
    whenOff: [
      'Herstel de ontvanger, schakel de webhook weer in en stuur dan een proefbericht.',
      'Wat je gemist hebt, staat in de feed met wijzigingen (GET /v1/changes); mislukte zendingen kun je in het dashboard opnieuw laten sturen.',
    ],
    see: 'De webhook bekijken',
    why: 'Je krijgt deze mail omdat je account deze webhook heeft. We sturen hem bij 5 en 15 mislukkingen na elkaar en bij het uitschakelen; verwijder de webhook als je hem niet meer nodig hebt.',
  },
  fr: {
    failing: (host, failures) => `Votre webhook sur ${host} : ${failures} échecs d’affilée`,
    off: (host) => `Votre webhook sur ${host} est désactivé`,
    isFailing:
      'Votre récepteur n’a pas accepté nos derniers envois. Chaque envoi est tenté jusqu’à six fois, sur plus de 14 heures.',
    isOff: (failures) =>
      `Après ${failures} échecs d’affilée, ce webhook est désactivé. Plus rien ne lui est envoyé ; ce qui attendait est noté comme échoué.`,
    host: 'Récepteur',
    endpoint: 'Webhook',
    event: 'Type d’événement',
    lastError: 'Dernière erreur',
    errors: {
      timeout: 'pas de réponse en 10 secondes',
      connection: 'pas de connexion',
      tls: 'pas de connexion sûre (certificat ou TLS)',
      refused_address: 'l’adresse n’est pas publique',
      redirect: 'la réponse renvoyait ailleurs ; nous ne suivons pas',
      status: 'la réponse n’était pas un 2xx',
    },
    whenFailing: (left) =>
      `Vérifiez que le récepteur est joignable et répond par un 2xx en 10 secondes. Après encore ${left} échecs, le webhook sera désactivé.`,
    whenOff: [
      'Réparez le récepteur, réactivez le webhook, puis envoyez un message d’essai.',
      'Ce que vous avez manqué se trouve dans le flux des changements (GET /v1/changes) ; les envois échoués peuvent être renvoyés depuis le tableau de bord.',
    ],
    see: 'Voir le webhook',
    why: 'Vous recevez ce message parce que votre compte a ce webhook. Nous l’envoyons à 5 et à 15 échecs d’affilée et à la désactivation ; supprimez le webhook s’il ne vous sert plus.',
  },
}

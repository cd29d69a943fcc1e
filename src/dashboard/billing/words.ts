/** What the screen of plan and payment says. */
import type { Period } from '../../billing/prices.ts'
import type { Language } from '../../values/vocabularies.ts'

export type BillingFault = 'conflict' | 'unavailable' | 'choice'

const english = {
  now: 'Your plan',
  none: 'You have no plan',
  nonePaid: 'Choose one below. It holds from when it is paid.',
  has: (plan: string, period: Period | null) =>
    `${plan}${period === null ? '' : period === 'month' ? ', paid by the month' : ', paid by the year'}`,
  byOperator: (plan: string | null) =>
    plan === null
      ? 'The operator of this service has set that this account has no plan. Ask them if that is to change.'
      : `${plan}, given by the operator of this service. You do not pay for it here.`,
  renews: 'Next payment:',
  ends: 'Ends on',
  keep: 'You have cancelled it. Until that day you can take that back in the portal.',
  grace: 'The last payment failed. Your plan still holds until',
  graceNext: 'Put your card right in the portal, and everything goes on.',
  over: 'The last payment failed, and the 14 days are over. Pay in the portal, and the plan is back at once.',
  waiting: 'Your first payment has not gone through yet. Look into the portal.',
  twice: 'Two subscriptions are running',
  twiceNext:
    'You are charged twice. Cancel one in the portal, and ask the operator of this service for the money back.',
  portal: 'Change, invoices and cancelling',
  portalHint:
    'In the portal of the payment service. A larger plan holds at once, a smaller one from the end of what is paid.',
  plans: 'Plans',
  change: 'You change it in the portal above.',
  buy: { month: (price: string) => `${price} a month`, year: (price: string) => `${price} a year` },
  from: (price: string) => `from ${price} a month`,
  current: 'now',
  ask: 'Ask',
  notHere: 'Payment by card is not set up here. The operator of this service gives a plan.',
  nobody: 'The operator has not given an address to ask at yet.',
  requests: (count: string) => `${count} requests a month`,
  evaluations: (count: string) => `${count} checks of companies a month`,
  rate: (count: string) => `${count} requests a second`,
  unlimitedRequests: 'unlimited requests',
  unlimitedEvaluations: 'unlimited checks of companies',
  compare: 'All differences between the plans',
  lastMonth: (month: string) => `What you used in ${month}, under each plan:`,
  refused: (requests: string, evaluations: string) =>
    `would have been refused: ${requests} requests, ${evaluations} checks`,
  refusedNone: 'nothing would have been refused',
  done: 'Thank you: the payment is in',
  doneLater: 'The payment cannot be seen yet. It is picked up by itself; look again in a minute.',
  left: 'Nothing was paid.',
  faults: {
    conflict:
      'That cannot be done now: a subscription is running already, or the operator has set the plan. See above.',
    unavailable: 'The payment service does not answer at the moment. Nothing was charged; try again in a moment.',
    choice: 'Choose a plan, by the month or by the year.',
  },
  goOn: 'On to the payment',
  goOnPortal: 'On to the portal',
  goOnLead: 'You go on at the page of the payment service.',
  goOnLink: 'Go on',
}

export type BillingWords = typeof english

export const billingWords: Record<Language, BillingWords> = {
  en: english,
  nl: {
    now: 'Uw abonnement',
    none: 'U hebt geen abonnement',
    nonePaid: 'Kies er hieronder een. Het geldt zodra het betaald is.',
    has: (plan, period) =>
      `${plan}${period === null ? '' : period === 'month' ? ', per maand betaald' : ', per jaar betaald'}`,
    byOperator: (plan) =>
      plan === null
        ? 'Wie deze dienst uitbaat, heeft bepaald dat deze account geen abonnement heeft. Vraag hem als dat moet veranderen.'
        : `${plan}, toegekend door wie deze dienst uitbaat. U betaalt er hier niet voor.`,
    renews: 'Volgende betaling:',
    ends: 'Eindigt op',
    keep: 'U hebt het opgezegd. Tot die dag kunt u dat in het portaal ongedaan maken.',
    grace: 'De laatste betaling is mislukt. Uw abonnement blijft gelden tot',
    graceNext: 'Zet uw kaart in orde in het portaal, dan loopt alles gewoon door.',
    over: 'De laatste betaling is mislukt, en de 14 dagen zijn voorbij. Betaal in het portaal, dan is het abonnement meteen terug.',
    waiting: 'Uw eerste betaling is nog niet rond. Kijk in het portaal.',
    twice: 'Er lopen twee abonnementen',
    twiceNext:
      'U betaalt dubbel. Zeg er een op in het portaal, en vraag wie deze dienst uitbaat om het te veel betaalde terug.',
    portal: 'Wijzigen, facturen en opzeggen',
    portalHint:
      'In het portaal van de betaaldienst. Een groter abonnement geldt meteen, een kleiner vanaf het einde van wat betaald is.',
    plans: 'Abonnementen',
    change: 'Wijzigen doet u in het portaal hierboven.',
    buy: { month: (price) => `${price} per maand`, year: (price) => `${price} per jaar` },
    from: (price) => `vanaf ${price} per maand`,
    current: 'nu',
    ask: 'Vraag het aan',
    notHere: 'Betalen met de kaart is hier niet ingesteld. Wie deze dienst uitbaat, kent een abonnement toe.',
    nobody: 'De uitbater heeft nog geen adres opgegeven.',
    requests: (count) => `${count} aanvragen per maand`,
    evaluations: (count) => `${count} ondernemingen nagaan, per maand`,
    rate: (count) => `${count} aanvragen per seconde`,
    unlimitedRequests: 'onbeperkt aanvragen',
    unlimitedEvaluations: 'onbeperkt ondernemingen nagaan',
    compare: 'Alle verschillen tussen de abonnementen',
    lastMonth: (month) => `Uw gebruik in ${month}, onder elk abonnement:`,
    refused: (requests, evaluations) => `geweigerd zouden zijn: ${requests} aanvragen, ${evaluations} keer nagaan`,
    refusedNone: 'niets zou geweigerd zijn',
    done: 'Dank u: de betaling is binnen',
    doneLater: 'De betaling is nog niet te zien. Ze wordt vanzelf opgepikt; kijk over een minuut nog eens.',
    left: 'Er is niets betaald.',
    faults: {
      conflict: 'Dit kan nu niet: er loopt al een abonnement, of de uitbater heeft het bepaald. Kijk hierboven.',
      unavailable: 'De betaaldienst antwoordt nu niet. Er is niets aangerekend; probeer zo meteen opnieuw.',
      choice: 'Kies een abonnement, per maand of per jaar.',
    },
    goOn: 'Naar de betaling',
    goOnPortal: 'Naar het portaal',
    goOnLead: 'U gaat verder op de pagina van de betaaldienst.',
    goOnLink: 'Ga verder',
  },
  fr: {
    now: 'Votre abonnement',
    none: 'Vous n’avez pas d’abonnement',
    nonePaid: 'Choisissez-en un ci-dessous. Il vaut dès qu’il est payé.',
    has: (plan, period) =>
      `${plan}${period === null ? '' : period === 'month' ? ', payé au mois' : ', payé à l’année'}`,
    byOperator: (plan) =>
      plan === null
        ? 'L’exploitant de ce service a décidé que ce compte n’a pas d’abonnement. Demandez-lui si cela doit changer.'
        : `${plan}, accordé par l’exploitant de ce service. Vous ne le payez pas ici.`,
    renews: 'Prochain paiement :',
    ends: 'Prend fin le',
    keep: 'Vous l’avez résilié. Jusqu’à ce jour, vous pouvez revenir là-dessus dans le portail.',
    grace: 'Le dernier paiement a échoué. Votre abonnement vaut encore jusqu’au',
    graceNext: 'Mettez votre carte en ordre dans le portail, et tout continue.',
    over: 'Le dernier paiement a échoué, et les 14 jours sont passés. Payez dans le portail : l’abonnement revient aussitôt.',
    waiting: 'Votre premier paiement n’est pas encore conclu. Consultez le portail.',
    twice: 'Deux abonnements courent',
    twiceNext:
      'Vous payez deux fois. Résiliez-en un dans le portail, et demandez à l’exploitant de ce service le remboursement du surplus.',
    portal: 'Changer, factures et résiliation',
    portalHint:
      'Dans le portail du service de paiement. Un abonnement plus grand vaut aussitôt, un plus petit dès la fin de ce qui est payé.',
    plans: 'Abonnements',
    change: 'Le changement se fait dans le portail ci-dessus.',
    buy: { month: (price) => `${price} par mois`, year: (price) => `${price} par an` },
    from: (price) => `à partir de ${price} par mois`,
    current: 'actuel',
    ask: 'Demandez-le à',
    notHere: 'Le paiement par carte n’est pas configuré ici. L’exploitant de ce service accorde un abonnement.',
    nobody: 'L’exploitant n’a pas encore donné d’adresse.',
    requests: (count) => `${count} requêtes par mois`,
    evaluations: (count) => `${count} vérifications d’entreprises par mois`,
    rate: (count) => `${count} requêtes par seconde`,
    unlimitedRequests: 'requêtes illimitées',
    unlimitedEvaluations: 'vérifications illimitées',
    compare: 'Toutes les différences entre les abonnements',
    lastMonth: (month) => `Votre utilisation en ${month}, sous chaque abonnement :`,
    refused: (requests, evaluations) => `auraient été refusées : ${requests} requêtes, ${evaluations} vérifications`,
    refusedNone: 'rien n’aurait été refusé',
    done: 'Merci : le paiement est arrivé',
    doneLater: 'Le paiement n’est pas encore visible. Il sera repris de lui-même ; revenez dans une minute.',
    left: 'Rien n’a été payé.',
    faults: {
      conflict: 'Impossible maintenant : un abonnement court déjà, ou l’exploitant en a décidé. Voyez ci-dessus.',
      unavailable: 'Le service de paiement ne répond pas. Rien n’a été débité ; réessayez dans un instant.',
      choice: 'Choisissez un abonnement, au mois ou à l’année.',
    },
    goOn: 'Vers le paiement',
    goOnPortal: 'Vers le portail',
    goOnLead: 'Vous continuez sur la page du service de paiement.',
    goOnLink: 'Continuer',
  },
}

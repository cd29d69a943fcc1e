/** What the start screen says. */
import type { Language } from '../../values/vocabularies.ts'

export type StartWords = {
  lead: string
  plan: string
  hasPlan: (plan: string) => string
  noPlan: string
  choosePlan: string
  /** Where no plan is sold; before the command. */
  notSold: string
  key: string
  hasKeys: (count: string) => string
  call: string
  callLead: string
  waiting: string
  arrived: string
  arrivedAt: string
  again: string
  nothingYet: string
  checks: readonly string[]
  next: string
  nexts: { webhooks: string; watchlists: string; assistants: string; searches: string }
  curl: string
}

export const startWords: Record<Language, StartWords> = {
  nl: {
    lead: 'In drie stappen naar de eerste aanvraag.',
    plan: 'Een abonnement',
    hasPlan: (plan) => `U hebt het abonnement ${plan}.`,
    noPlan: 'Zonder abonnement kunt u een sleutel maken, maar elke aanvraag krijgt 402 tot er een is.',
    choosePlan: 'Abonnement kiezen',
    notSold: 'Deze dienst verkoopt er geen. Vraag er een aan wie hem uitbaat, die het zo geeft: ',
    key: 'Een sleutel',
    hasKeys: (count) => `U hebt ${count}.`,
    call: 'De eerste aanvraag',
    callLead: 'Plak dit in een terminal, met uw sleutel in de plaats van <SLEUTEL>.',
    waiting: 'Wachten op de eerste aanvraag',
    arrived: 'De eerste aanvraag is aangekomen',
    arrivedAt: 'op',
    again: 'Opnieuw kijken',
    nothingYet: 'Komt er niets aan? Kijk dit na:',
    checks: [
      'De sleutel staat in de kop Authorization, na het woord Bearer.',
      'Het adres is dat van deze dienst, en begint met /v1/.',
      'De sleutel is niet ingetrokken, en volledig gekopieerd (48 tekens).',
    ],
    next: 'En dan',
    nexts: {
      webhooks: 'Laat u verwittigen zodra een maatregel wijzigt',
      watchlists: 'Volg de ondernemingen die u begeleidt',
      assistants: 'Verbind een AI-assistent',
      searches: 'Ontvang een overzicht per e-mail',
    },
    curl: 'Aanvraag met curl',
  },
  fr: {
    lead: 'En trois étapes à la première requête.',
    plan: 'Un abonnement',
    hasPlan: (plan) => `Vous avez l’abonnement ${plan}.`,
    noPlan: 'Sans abonnement vous pouvez créer une clé, mais chaque requête reçoit 402 tant qu’il n’y en a pas.',
    choosePlan: 'Choisir un abonnement',
    notSold: 'Ce service n’en vend pas. Demandez-en un à son exploitant, qui le donne ainsi : ',
    key: 'Une clé',
    hasKeys: (count) => `Vous en avez ${count}.`,
    call: 'La première requête',
    callLead: 'Collez ceci dans un terminal, avec votre clé à la place de <CLÉ>.',
    waiting: 'En attente de la première requête',
    arrived: 'La première requête est arrivée',
    arrivedAt: 'le',
    again: 'Regarder à nouveau',
    nothingYet: 'Rien n’arrive ? Vérifiez ceci :',
    checks: [
      'La clé figure dans l’en-tête Authorization, après le mot Bearer.',
      'L’adresse est celle de ce service et commence par /v1/.',
      'La clé n’est pas révoquée, et est copiée en entier (48 caractères).',
    ],
    next: 'Et ensuite',
    nexts: {
      webhooks: 'Soyez averti dès qu’une mesure change',
      watchlists: 'Suivez les entreprises que vous accompagnez',
      assistants: 'Reliez un assistant d’IA',
      searches: 'Recevez un aperçu par courriel',
    },
    curl: 'Requête avec curl',
  },
  en: {
    lead: 'Three steps to the first request.',
    plan: 'A plan',
    hasPlan: (plan) => `You have the plan ${plan}.`,
    noPlan: 'Without a plan you can make a key, but every request gets 402 until there is one.',
    choosePlan: 'Choose a plan',
    notSold: 'This service sells none. Ask its operator for one, who gives it so: ',
    key: 'A key',
    hasKeys: (count) => `You have ${count}.`,
    call: 'The first request',
    callLead: 'Paste this into a terminal, with your key in the place of <KEY>.',
    waiting: 'Waiting for the first request',
    arrived: 'The first request has come in',
    arrivedAt: 'on',
    again: 'Look again',
    nothingYet: 'Nothing comes in? Look at this:',
    checks: [
      'The key stands in the header Authorization, after the word Bearer.',
      'The address is that of this service, and begins with /v1/.',
      'The key is not revoked, and copied whole (48 characters).',
    ],
    next: 'And then',
    nexts: {
      webhooks: 'Be told as soon as a measure changes',
      watchlists: 'Watch the companies that you advise',
      assistants: 'Connect an AI assistant',
      searches: 'Have a digest by mail',
    },
    curl: 'Request with curl',
  },
}

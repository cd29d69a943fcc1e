/** What digests say. */
import type { Language } from '../../values/vocabularies.ts'
import type { Every } from '../every.ts'

export type DigestWords = {
  /** `count`: how many events, written. */
  subject: (count: string, isOne: boolean, name: string) => string
  since: (moment: string) => string
  company: (reference: string) => string
  passing: { came: string; left: string }
  match: {
    created: (status: string) => string
    changed: (before: string, after: string) => string
    removed: string
  }
  deadline: (moment: string) => string
  more: (count: string, isOne: boolean) => string
  moreUncounted: (count: string) => string
  /** Of a search that cannot be read any more. */
  unread: { subject: (name: string) => string; why: (name: string, moment: string) => string; next: string }
  seeSearch: string
  seeWatchlist: string
  why: Record<Every, { search: (name: string) => string; watchlist: (name: string) => string }>
  stop: string
}

export const digestWords: Record<Language, DigestWords> = {
  nl: {
    subject: (count, isOne, name) => `${count} ${isOne ? 'wijziging' : 'wijzigingen'}: ${name}`,
    since: (moment) => `Wat er veranderd is sinds ${moment}.`,
    company: (reference) => `Onderneming ${reference}`,
    passing: { came: 'voldoet nu aan je zoekopdracht', left: 'voldoet niet meer aan je zoekopdracht' },
    match: {
      created: (status) => `Nieuwe overeenkomst: ${status}`,
      changed: (before, after) => `Overeenkomst gewijzigd: ${before} → ${after}`,
      removed: 'Overeenkomst vervallen',
    },
    deadline: (moment) => `indienen tot ${moment}`,
    more: (count, isOne) => `En nog ${count} ${isOne ? 'wijziging' : 'wijzigingen'}.`,
    moreUncounted: (count) => `En nog meer dan ${count} wijzigingen.`,
    unread: {
      subject: (name) => `Je zoekopdracht kan niet meer gelezen worden: ${name}`,
      why: (name, moment) =>
        `Een waarde in je zoekopdracht “${name}” wordt niet meer aanvaard. Wat er sinds ${moment} veranderd is, weten we daarom niet. Wat eraan scheelt (in het Engels):`,
      next: 'Bewaar de zoekopdracht opnieuw met een juiste waarde, en verwijder deze. Je andere zoekopdrachten lopen gewoon door.',
    },
    seeSearch: 'Je zoekopdrachten bekijken',
    seeWatchlist: 'De watchlist bekijken',
    why: {
      daily: {
        search: (name) => `Je krijgt deze mail elke dag waarop er iets verandert, voor je zoekopdracht “${name}”.`,
        watchlist: (name) => `Je krijgt deze mail elke dag waarop er iets verandert, voor je watchlist “${name}”.`,
      },
      weekly: {
        search: (name) => `Je krijgt deze mail elke week waarin er iets verandert, voor je zoekopdracht “${name}”.`,
        watchlist: (name) => `Je krijgt deze mail elke week waarin er iets verandert, voor je watchlist “${name}”.`,
      },
    },
    stop: 'Deze mails niet meer krijgen',
  },
  fr: {
    subject: (count, isOne, name) => `${count} ${isOne ? 'changement' : 'changements'} : ${name}`,
    since: (moment) => `Ce qui a changé depuis le ${moment}.`,
    company: (reference) => `Entreprise ${reference}`,
    passing: { came: 'correspond désormais à votre recherche', left: 'ne correspond plus à votre recherche' },
    match: {
      created: (status) => `Nouvelle correspondance : ${status}`,
      changed: (before, after) => `Correspondance modifiée : ${before} → ${after}`,
      removed: 'Correspondance disparue',
    },
    deadline: (moment) => `à introduire jusqu’au ${moment}`,
    more: (count, isOne) => `Et encore ${count} ${isOne ? 'changement' : 'changements'}.`,
    moreUncounted: (count) => `Et encore plus de ${count} changements.`,
    unread: {
      subject: (name) => `Votre recherche ne peut plus être lue : ${name}`,
      why: (name, moment) =>
        `Une valeur de votre recherche « ${name} » n’est plus acceptée. Nous ne savons donc pas ce qui a changé depuis le ${moment}. Ce qui ne va pas (en anglais) :`,
      next: 'Enregistrez la recherche à nouveau avec une valeur correcte, et supprimez celle-ci. Vos autres recherches continuent.',
    },
    seeSearch: 'Voir vos recherches',
    seeWatchlist: 'Voir la watchlist',
    why: {
      daily: {
        search: (name) =>
          `Vous recevez ce message chaque jour où quelque chose change, pour votre recherche « ${name} ».`,
        watchlist: (name) =>
          `Vous recevez ce message chaque jour où quelque chose change, pour votre watchlist « ${name} ».`,
      },
      weekly: {
        search: (name) =>
          `Vous recevez ce message chaque semaine où quelque chose change, pour votre recherche « ${name} ».`,
        watchlist: (name) =>
          `Vous recevez ce message chaque semaine où quelque chose change, pour votre watchlist « ${name} ».`,
      },
    },
    stop: 'Ne plus recevoir ces messages',
  },
  en: {
    subject: (count, isOne, name) => `${count} ${isOne ? 'change' : 'changes'}: ${name}`,
    since: (moment) => `What has changed since ${moment}.`,
    company: (reference) => `Company ${reference}`,
    passing: { came: 'now passes your search', left: 'no longer passes your search' },
    match: {
      created: (status) => `New match: ${status}`,
      changed: (before, after) => `Match changed: ${before} → ${after}`,
      removed: 'No longer a match',
    },
    deadline: (moment) => `apply by ${moment}`,
    more: (count, isOne) => `And ${count} more ${isOne ? 'change' : 'changes'}.`,
    moreUncounted: (count) => `And more than ${count} other changes.`,
    unread: {
      subject: (name) => `Your search cannot be read any more: ${name}`,
      why: (name, moment) =>
        `A value in your search “${name}” is no longer accepted, so we do not know what has changed since ${moment}. What is wrong:`,
      next: 'Save the search again with a value that is accepted, and delete this one. Your other searches go on.',
    },
    seeSearch: 'See your searches',
    seeWatchlist: 'See the watchlist',
    why: {
      daily: {
        search: (name) => `You get this mail on every day on which something changes, for your search “${name}”.`,
        watchlist: (name) => `You get this mail on every day on which something changes, for your watchlist “${name}”.`,
      },
      weekly: {
        search: (name) => `You get this mail in every week in which something changes, for your search “${name}”.`,
        watchlist: (name) =>
          `You get this mail in every week in which something changes, for your watchlist “${name}”.`,
      },
    },
    stop: 'Stop these mails',
  },
}

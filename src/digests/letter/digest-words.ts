/** What digests say. */
import type { Language } from '../../values/vocabularies.ts'

const english = {
  subject: (count: string, isOne: boolean, name: string) => `${count} ${isOne ? 'change' : 'changes'}: ${name}`,
  since: (moment: string) => `What has changed since ${moment}.`,
  company: (reference: string) => `Company ${reference}`,
  passing: { came: 'now passes your search', left: 'no longer passes your search' },
  match: {
    created: (status: string) => `New match: ${status}`,
    changed: (before: string, after: string) => `Match changed: ${before} → ${after}`,
    removed: 'No longer a match',
  },
  deadline: (moment: string) => `apply by ${moment}`,
  more: (count: string, isOne: boolean) => `And ${count} more ${isOne ? 'change' : 'changes'}.`,
  moreUncounted: (count: string) => `And more than ${count} other changes.`,
  /** Of a search that cannot be read any more. */
  unread: {
    subject: (name: string) => `Your search cannot be read any more: ${name}`,
    why: (name: string, moment: string) =>
      `A value in your search “${name}” is no longer accepted, so we do not know what has changed since ${moment}. What is wrong:`,
    next: 'Save the search again with a value that is accepted, and delete this one. Your other searches go on.',
  },
  seeSearch: 'See your searches',
  seeWatchlist: 'See the watchlist',
  why: {
    daily: {
      search: (name: string) => `You get this mail on every day on which something changes, for your search “${name}”.`,
      watchlist: (name: string) =>
        `You get this mail on every day on which something changes, for your watchlist “${name}”.`,
    },
    weekly: {
      search: (name: string) =>
        `You get this mail in every week in which something changes, for your search “${name}”.`,
      watchlist: (name: string) =>
        `You get this mail in every week in which something changes, for your watchlist “${name}”.`,
    },
  },
  stop: 'Stop these mails',
}

export type DigestWords = typeof english

export const digestWords: Record<Language, DigestWords> = {
  en: english,
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
}

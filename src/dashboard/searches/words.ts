/** What the screen of saved searches says. */
import type { DigestChoice } from '../../digests/every.ts'
import type { Language } from '../../values/vocabularies.ts'

export type SearchWords = {
  lead: string
  list: string
  name: string
  asks: string
  everything: string
  mail: string
  digests: Record<DigestChoice, string>
  set: string
  setFor: (name: string) => string
  delete: string
  deleteOf: (name: string) => string
  none: string
  noneNext: string
  find: string
  /** Of a search that cannot be read any more. */
  unread: string
  unreadNext: string
  make: string
  nameHint: string
  query: string
  queryHint: string
  language: string
  languages: Record<Language, string>
  save: string
  full: (max: string) => string
  unverified: string
  done: Record<'saved' | 'set' | 'deleted', string>
  faults: Record<'name' | 'query' | 'full', string>
}

export const searchWords: Record<Language, SearchWords> = {
  nl: {
    lead: 'Bewaar een zoekvraag, en krijg per e-mail wat er gebeurt met de maatregelen die ze vindt: nieuw, gewijzigd, binnenkort gesloten.',
    list: 'Bewaarde zoekvragen',
    name: 'Naam',
    asks: 'Zoekt',
    everything: 'alle maatregelen',
    mail: 'E-mail',
    digests: { none: 'geen e-mail', daily: 'elke dag om 7 uur', weekly: 'maandag om 7 uur' },
    set: 'Instellen',
    setFor: (name) => `E-mail over ${name}`,
    delete: 'Verwijderen',
    deleteOf: (name) => `Verwijderen: ${name}`,
    none: 'Er is nog geen zoekvraag bewaard',
    noneNext: 'Zoek eerst, en kies bij de resultaten “Bewaar deze zoekvraag”; of vul hieronder zelf in.',
    find: 'Naar het zoeken',
    unread: 'Deze zoekvraag kan niet meer gelezen worden, dus er komt geen nieuws van',
    unreadNext: 'Bewaar ze opnieuw met een juiste waarde, en verwijder deze.',
    make: 'Een zoekvraag bewaren',
    nameHint: 'Zoals ze in de e-mail moet heten.',
    query: 'Zoekvraag',
    queryHint:
      'Plak het adres van een zoekpagina, of wat na het vraagteken staat, bijvoorbeeld q=dakisolatie&region=flanders.',
    language: 'Taal van de e-mail',
    languages: { nl: 'Nederlands', fr: 'Frans', en: 'Engels' },
    save: 'Bewaren',
    full: (max) => `Er zijn ${max} zoekvragen bewaard, en meer kan niet. Verwijder er eerst een.`,
    unverified: 'Het adres van de account is niet nagegaan, dus er vertrekt geen e-mail. Wijzig het onder Account.',
    done: { saved: 'De zoekvraag is bewaard.', set: 'De e-mail is ingesteld.', deleted: 'De zoekvraag is verwijderd.' },
    faults: {
      name: 'Geef een naam van 1 tot 200 tekens.',
      query: 'Deze zoekvraag kunnen we niet lezen:',
      full: 'Er zijn zoveel zoekvragen bewaard als kan. Verwijder er eerst een.',
    },
  },
  fr: {
    lead: 'Enregistrez une recherche, et recevez par courriel ce qui arrive aux mesures qu’elle trouve : nouvelles, modifiées, bientôt fermées.',
    list: 'Recherches enregistrées',
    name: 'Nom',
    asks: 'Cherche',
    everything: 'toutes les mesures',
    mail: 'Courriel',
    digests: { none: 'pas de courriel', daily: 'chaque jour à 7 h', weekly: 'le lundi à 7 h' },
    set: 'Régler',
    setFor: (name) => `Courriel sur ${name}`,
    delete: 'Supprimer',
    deleteOf: (name) => `Supprimer : ${name}`,
    none: 'Aucune recherche n’est encore enregistrée',
    noneNext:
      'Cherchez d’abord, et choisissez « Enregistrer cette recherche » près des résultats ; ou remplissez ci-dessous.',
    find: 'Vers la recherche',
    unread: 'Cette recherche ne peut plus être lue : il n’en vient donc pas de nouvelles',
    unreadNext: 'Enregistrez-la à nouveau avec une valeur correcte, et supprimez celle-ci.',
    make: 'Enregistrer une recherche',
    nameHint: 'Comme elle doit s’appeler dans le courriel.',
    query: 'Recherche',
    queryHint:
      'Collez l’adresse d’une page de recherche, ou ce qui suit le point d’interrogation, par exemple q=isolation&region=wallonia.',
    language: 'Langue du courriel',
    languages: { nl: 'néerlandais', fr: 'français', en: 'anglais' },
    save: 'Enregistrer',
    full: (max) => `Il y a ${max} recherches enregistrées, et pas plus n’est possible. Supprimez-en d’abord une.`,
    unverified: 'L’adresse du compte n’est pas vérifiée : aucun courriel ne part. Changez-la sous Compte.',
    done: {
      saved: 'La recherche est enregistrée.',
      set: 'Le courriel est réglé.',
      deleted: 'La recherche est supprimée.',
    },
    faults: {
      name: 'Donnez un nom de 1 à 200 caractères.',
      query: 'Nous ne pouvons pas lire cette recherche :',
      full: 'Il y a autant de recherches qu’il est possible. Supprimez-en d’abord une.',
    },
  },
  en: {
    lead: 'Keep a search, and be told by mail what happens to the measures that it finds: new, changed, closing soon.',
    list: 'Saved searches',
    name: 'Name',
    asks: 'Asks for',
    everything: 'all measures',
    mail: 'Mail',
    digests: { none: 'no mail', daily: 'every day at 07:00', weekly: 'Mondays at 07:00' },
    set: 'Set',
    setFor: (name) => `Mail about ${name}`,
    delete: 'Delete',
    deleteOf: (name) => `Delete: ${name}`,
    none: 'No search is kept yet',
    noneNext: 'Search first, and choose “Keep this search” beside the results; or fill it in below.',
    find: 'To the search',
    unread: 'This search cannot be read any more, so no news of it comes',
    unreadNext: 'Save it again with a value that is accepted, and delete this one.',
    make: 'Keep a search',
    nameHint: 'As it is to be called in the mail.',
    query: 'Search',
    queryHint:
      'Paste the address of a search page, or what stands after the question mark, e.g. q=insulation&region=brussels.',
    language: 'Language of the mail',
    languages: { nl: 'Dutch', fr: 'French', en: 'English' },
    save: 'Keep it',
    full: (max) => `${max} searches are kept, and more is not possible. Delete one first.`,
    unverified: 'The address of the account is not verified, so no mail leaves. Change it under Account.',
    done: { saved: 'The search is kept.', set: 'The mail is set.', deleted: 'The search is deleted.' },
    faults: {
      name: 'Give a name of 1 to 200 characters.',
      query: 'This search cannot be read:',
      full: 'As many searches are kept as may be. Delete one first.',
    },
  },
}

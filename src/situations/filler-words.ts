/**
 * Words that nearly every search for support may have and that say nothing of what it is about: to ask, to buy, money, grant.
 * Folded. A word of a language that means something in another one is not among them.
 */
const nl =
  'subsidie subsidies premie premies steun steunmaatregel steunmaatregelen tegemoetkoming toelage toelagen hulp aanvragen aanvraag ' +
  'aangevraagd vragen vraag project projecten geld kopen aankoop aankopen gekocht plaatsen plaatsing zoeken zoek zoekt vinden ' +
  'gezocht mogelijk mogelijkheden ondersteuning nieuw nieuwe graag info informatie voorwaarden bedrag ' +
  'recht terugkrijgen overheid belgie belgische euro willen komt aan regeling maatregel maatregelen iets tips bestaan bestaande ' +
  'uitvoeren laten installeren installatie aanschaffen aanschaf investeren investering bedragen jaar huidige extra eigen mee ' +
  'ben bent hun maken boven vanaf ouder dan gaan zou zouden kunt kunnen krijgen'
const fr =
  'subside subsides subvention subventions prime primes aide aides soutien demande demander demandes projet projets argent acheter ' +
  'achat acquerir acquisition installer installation placer placement chercher cherche trouver possible nouveau ' +
  'nouvelle nouveaux besoin conditions montant droit financiere belgique belge euros intervention interventions ' +
  'obtention mesure mesures annee existant existante propre beneficier toucher me te jai cest avant apres mettre vais allons lancer ans places place'
const de =
  'subvention subventionen forderung forderungen fordermittel zuschuss zuschusse beihilfe beihilfen pramie pramien unterstutzung ' +
  'hilfe hilfen geld antrag beantragen projekt projekte kaufen kauf anschaffen anschaffung installieren suchen suche finden ' +
  'moglich neu neue neuen neues neuer bedingungen betrag belgien belgisch belgische massnahme investieren investition jahr ' +
  'eigene eigenes eigenen jahre einbauen einbau brauche brauchen wollen viel'
const en =
  'subsidy subsidies grant grants premium premiums aid support funding fund funds money apply applying application project projects ' +
  'buy buying purchase purchasing install installing installation find looking look search possible new conditions amount help ' +
  'available eligible belgium belgian scheme schemes pay get got set up year existing invest own years one'

const filler: ReadonlySet<string> = new Set([nl, fr, de, en].flatMap((words) => words.split(' ')))

/** Whether a folded word says nothing of what support is sought for. */
export const isFiller = (word: string): boolean => filler.has(word)

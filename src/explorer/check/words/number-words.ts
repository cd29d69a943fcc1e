/** What the company check says of the number of a company, and of what is known by it. */
import type { Language } from '../../../values/vocabularies.ts'

const numberEn = {
  label: 'Enterprise number or postcode',
  hint: 'Ten digits, of the enterprise or of an establishment; or the four digits of where you look for support.',
  use: (day: string) =>
    `A number serves to fill in facts from the register of ${day} and from filed annual accounts, whose figures are kept for 35 days. You can leave it out. Use for advertising is forbidden.`,
  fromRegister: (day: string) => `From the register of ${day}`,
  since: (year: string) => `since ${year}`,
  establishments: (count: string) => `${count} establishments`,
  wins: 'You can change each fact below: what you tell goes before what the register says.',
  personHidden: 'Of the enterprise of a person we show neither name, day nor place.',
  notFoundTitle: (number: string, day: string) => `The number ${number} is not in the register of ${day}`,
  notFoundNext:
    'Compare the digits with your papers. An enterprise that is newer than the register is not in it yet: tell the facts yourself.',
  noRegisterTitle: (number: string) => `The number ${number} was not looked up`,
  noRegisterNext: 'No register of companies is loaded here. Tell the facts yourself: the answers go by what you tell.',
  notHereNext: 'This screen looks no numbers up. Tell the facts yourself: the answers go by what you tell.',
  householdNext: 'A household alone has no enterprise. Change the applicant if an enterprise applies.',
  notActiveTitle: 'The register says that this enterprise is not active',
  notActiveNext:
    'Look the number up again. Whoever begins a new enterprise leaves the number out. If the register is wrong, a business counter puts it right.',
  names: { number: 'Number', founded: 'Founded' },
  leaveOut: 'leave out',
  given: 'you told this',
  register: 'from the register',
  accounts: (day: string) => `from the annual accounts of ${day}`,
  hidden: 'known',
  choose: (total: string) => `The register has ${total} establishments. Choose the one that would apply.`,
  chooseFirst: (shown: string, total: string) =>
    `The first ${shown} of ${total} establishments are shown. Write the postcode of another.`,
  elsewhere: 'Another place, with this postcode:',
}

export type NumberWords = typeof numberEn

export const numberWords: Readonly<Record<Language, NumberWords>> = {
  nl: {
    label: 'Ondernemingsnummer of postcode',
    hint: 'Tien cijfers, van de onderneming of van een vestiging; of de vier cijfers van waar u steun zoekt.',
    use: (day) =>
      `Met een nummer vullen wij gegevens aan uit het register van ${day} en uit neergelegde jaarrekeningen, waarvan de cijfers 35 dagen bewaard worden. U kunt het weglaten. Gebruik voor reclame is verboden.`,
    fromRegister: (day) => `Uit het register van ${day}`,
    since: (year) => `sinds ${year}`,
    establishments: (count) => `${count} vestigingen`,
    wins: 'U kunt elk gegeven hieronder wijzigen: wat u vertelt, gaat voor op wat het register zegt.',
    personHidden: 'Van de onderneming van een natuurlijke persoon tonen wij geen naam, dag of plaats.',
    notFoundTitle: (number, day) => `Het nummer ${number} staat niet in het register van ${day}`,
    notFoundNext:
      'Vergelijk de cijfers met uw papieren. Een onderneming die jonger is dan het register, staat er nog niet in: vertel de gegevens dan zelf.',
    noRegisterTitle: (number) => `Het nummer ${number} is niet opgezocht`,
    noRegisterNext:
      'Hier is geen register van ondernemingen geladen. Vertel de gegevens zelf: de antwoorden gaan uit van wat u vertelt.',
    notHereNext: 'Dit scherm zoekt geen nummers op. Vertel de gegevens zelf: de antwoorden gaan uit van wat u vertelt.',
    householdNext: 'Een particulier alleen heeft geen onderneming. Wijzig de aanvrager als een onderneming aanvraagt.',
    notActiveTitle: 'Volgens het register is deze onderneming niet actief',
    notActiveNext:
      'Kijk het nummer na. Wie een nieuwe onderneming begint, laat het nummer weg. Is het register fout, dan zet een ondernemingsloket het recht.',
    names: { number: 'Nummer', founded: 'Opgericht' },
    leaveOut: 'laat weg',
    given: 'vertelde u',
    register: 'uit het register',
    accounts: (day) => `uit de jaarrekening van ${day}`,
    hidden: 'bekend',
    choose: (total) => `Het register heeft ${total} vestigingen. Kies die waarvoor u zou aanvragen.`,
    chooseFirst: (shown, total) =>
      `De eerste ${shown} van ${total} vestigingen worden getoond. Schrijf de postcode van een andere.`,
    elsewhere: 'Een andere plaats, met deze postcode:',
  },
  fr: {
    label: 'Numéro d’entreprise ou code postal',
    hint: 'Dix chiffres, de l’entreprise ou d’un établissement\u00a0; ou les quatre chiffres du lieu pour lequel vous cherchez une aide.',
    use: (day) =>
      `Avec un numéro, nous complétons des données du registre du ${day} et des comptes annuels déposés, dont les chiffres sont gardés 35 jours. Vous pouvez l’omettre. L’usage publicitaire est interdit.`,
    fromRegister: (day) => `D’après le registre du ${day}`,
    since: (year) => `depuis ${year}`,
    establishments: (count) => `${count} établissements`,
    wins: 'Vous pouvez modifier chaque donnée ci-dessous\u00a0: ce que vous dites l’emporte sur le registre.',
    personHidden: 'De l’entreprise d’une personne physique, nous ne montrons ni nom, ni date, ni lieu.',
    notFoundTitle: (number, day) => `Le numéro ${number} ne figure pas dans le registre du ${day}`,
    notFoundNext:
      'Comparez les chiffres avec vos papiers. Une entreprise plus récente que le registre n’y est pas encore\u00a0: dites alors les données vous-même.',
    noRegisterTitle: (number) => `Le numéro ${number} n’a pas été recherché`,
    noRegisterNext:
      'Aucun registre d’entreprises n’est chargé ici. Dites les données vous-même\u00a0: les réponses partent de ce que vous dites.',
    notHereNext:
      'Cet écran ne recherche pas de numéros. Dites les données vous-même\u00a0: les réponses partent de ce que vous dites.',
    householdNext: 'Un ménage seul n’a pas d’entreprise. Modifiez le demandeur si une entreprise demande.',
    notActiveTitle: 'Selon le registre, cette entreprise n’est pas active',
    notActiveNext:
      'Vérifiez le numéro. Qui commence une nouvelle entreprise omet le numéro. Si le registre se trompe, un guichet d’entreprises le corrige.',
    names: { number: 'Numéro', founded: 'Constituée' },
    leaveOut: 'omettre',
    given: 'dit par vous',
    register: 'du registre',
    accounts: (day) => `des comptes annuels du ${day}`,
    hidden: 'connu',
    choose: (total) => `Le registre a ${total} établissements. Choisissez celui qui demanderait.`,
    chooseFirst: (shown, total) =>
      `Les ${shown} premiers de ${total} établissements sont montrés. Écrivez le code postal d’un autre.`,
    elsewhere: 'Un autre lieu, avec ce code postal\u00a0:',
  },
  en: numberEn,
}

/** What the deadlines and their calendar say. */
import type { Language } from '../../values/vocabularies.ts'

export type DeadlinesWords = {
  title: string
  titleIn: (month: string) => string
  description: string
  lead: string
  region: string
  allRegions: string
  topic: string
  allTopics: string
  applicant: string
  allApplicants: string
  button: string
  calendar: string
  calendarWhy: string
  calendarName: string
  months: string
  restOf: (count: string, month: string) => string
  allMonths: string
  firstOf: (count: number) => string
  later: (count: string) => string
  opening: string
  opens: (day: string) => string
  nothing: string
  nothingWhy: string
  nothingOpens: string
  all: string
  continuous: string
  continuousLink: string
  ofSeveral: (number: number, of: number) => string
  monthOnly: string
  brusselsTime: string
  onlyAuthority: string
  entry: (title: string) => string
}

export const deadlinesWords: Record<Language, DeadlinesWords> = {
  nl: {
    title: 'Deadlines',
    titleIn: (month) => `Deadlines in ${month}`,
    description:
      'Tot wanneer steunmaatregelen van Belgische en Europese overheden aangevraagd kunnen worden, maand per maand.',
    lead: 'Uiterste dagen die nog komen, van maatregelen die open zijn of nog opengaan. De overheid kan een dag verplaatsen: kijk op haar pagina na.',
    region: 'Gewest',
    allRegions: 'Alle gewesten',
    topic: 'Onderwerp',
    allTopics: 'Alle onderwerpen',
    applicant: 'Voor wie',
    allApplicants: 'Iedereen',
    button: 'Toon',
    calendar: 'In uw agenda (iCalendar)',
    calendarWhy: 'met dezelfde keuze; een dag die verschuift, verschuift mee',
    calendarName: 'Deadlines van steunmaatregelen',
    months: 'Maanden',
    restOf: (count, month) => `Alle ${count} in ${month}`,
    allMonths: 'Alle maanden',
    firstOf: (count) => `De eerste ${count} worden getoond. Verfijn om de rest te zien.`,
    later: (count) => `Later dan dat: ${count}.`,
    opening: 'Gaat binnenkort open',
    opens: (day) => `opent ${day}`,
    nothing: 'Met deze keuze is er geen deadline bekend',
    nothingWhy:
      'Dat wil niet zeggen dat er niets aan te vragen is: veel maatregelen lopen door of hebben geen bekende einddag.',
    nothingOpens: 'Ook van een volgende opening is niets bekend.',
    all: 'Toon alle deadlines',
    continuous: 'Maatregelen die doorlopen, zonder einddag, staan hier niet.',
    continuousLink: 'Zoek ze op',
    ofSeveral: (number, of) => `indiendag ${number} van ${of}`,
    monthOnly: 'de bron noemt alleen de maand',
    brusselsTime: 'Uur van Brussel.',
    onlyAuthority: 'Alleen de bevoegde overheid beslist, en kan de dag verplaatsen.',
    entry: (title) => `Deadline: ${title}`,
  },
  fr: {
    title: 'Échéances',
    titleIn: (month) => `Échéances en ${month}`,
    description:
      'Jusqu’à quand les mesures d’aide des autorités belges et européennes peuvent être demandées, mois par mois.',
    lead: 'Dernières dates à venir des mesures ouvertes ou qui vont s’ouvrir. L’autorité peut déplacer une date\u00a0: vérifiez sur sa page.',
    region: 'Région',
    allRegions: 'Toutes les régions',
    topic: 'Thème',
    allTopics: 'Tous les thèmes',
    applicant: 'Pour qui',
    allApplicants: 'Tout le monde',
    button: 'Afficher',
    calendar: 'Dans votre agenda (iCalendar)',
    calendarWhy: 'avec le même choix\u00a0; une date qui bouge y bouge aussi',
    calendarName: 'Échéances des mesures d’aide',
    months: 'Mois',
    restOf: (count, month) => `Les ${count} échéances du mois (${month})`,
    allMonths: 'Tous les mois',
    firstOf: (count) => `Les ${count} premières sont affichées. Affinez pour voir les autres.`,
    later: (count) => `Plus tard encore\u00a0: ${count}.`,
    opening: 'S’ouvre bientôt',
    opens: (day) => `s’ouvre le ${day}`,
    nothing: 'Avec ce choix, aucune échéance n’est connue',
    nothingWhy:
      'Cela ne veut pas dire qu’il n’y a rien à demander\u00a0: beaucoup de mesures sont continues ou n’ont pas de date de fin connue.',
    nothingOpens: 'Aucune prochaine ouverture n’est connue non plus.',
    all: 'Afficher toutes les échéances',
    continuous: 'Les mesures continues, sans date de fin, ne figurent pas ici.',
    continuousLink: 'Les rechercher',
    ofSeveral: (number, of) => `date de dépôt ${number} sur ${of}`,
    monthOnly: 'la source ne donne que le mois',
    brusselsTime: 'Heure de Bruxelles.',
    onlyAuthority: 'Seule l’autorité compétente décide, et elle peut déplacer la date.',
    entry: (title) => `Échéance\u00a0: ${title}`,
  },
  en: {
    title: 'Deadlines',
    titleIn: (month) => `Deadlines in ${month}`,
    description: 'Until when support measures of Belgian and EU authorities can be applied for, month by month.',
    lead: 'Last days that are still ahead, of measures that are open or will open. The authority may move a day: check it on its page.',
    region: 'Region',
    allRegions: 'All regions',
    topic: 'Topic',
    allTopics: 'All topics',
    applicant: 'For whom',
    allApplicants: 'Everybody',
    button: 'Show',
    calendar: 'In your calendar (iCalendar)',
    calendarWhy: 'with the same choice; a day that moves moves there too',
    calendarName: 'Deadlines of support measures',
    months: 'Months',
    restOf: (count, month) => `All ${count} in ${month}`,
    allMonths: 'All months',
    firstOf: (count) => `The first ${count} are shown. Choose more closely to see the rest.`,
    later: (count) => `Later than that: ${count}.`,
    opening: 'Opens soon',
    opens: (day) => `opens ${day}`,
    nothing: 'With this choice no deadline is known',
    nothingWhy:
      'That does not mean that there is nothing to apply for: many measures go on all the time, or have no known last day.',
    nothingOpens: 'No next opening is known either.',
    all: 'Show all deadlines',
    continuous: 'Measures that go on all the time, without a last day, are not listed here.',
    continuousLink: 'Search them',
    ofSeveral: (number, of) => `cut-off ${number} of ${of}`,
    monthOnly: 'the source names the month alone',
    brusselsTime: 'Brussels time.',
    onlyAuthority: 'Only the competent authority decides, and it may move the day.',
    entry: (title) => `Deadline: ${title}`,
  },
}

/** What the service knows of whom, and for how long: only what its code does. */
import type { Language } from '../../values/vocabularies.ts'
import type { LegalWords } from './legal-view.ts'

export const privacyWords: Record<Language, LegalWords> = {
  nl: {
    title: 'Privacy',
    description: 'Wat deze dienst van bezoekers en klanten weet, en hoe lang.',
    lead: 'Wat de dienst doet, in gewone woorden. Er staat hier niets dat ze niet doet.',
    sections: [
      {
        heading: 'Wie deze pagina’s bezoekt',
        items: [
          'Er worden geen cookies geplaatst op de pagina’s met maatregelen, en er is geen meting van bezoekers.',
          'Een pagina laadt niets van een andere website. Pas als u een link naar een overheid volgt, ziet die dat u komt.',
          'Kiest u donker of licht, dan onthoudt uw browser dat zelf (localStorage, onder de naam “theme”). Het wordt niet verstuurd.',
          'Uw adres op het netwerk wordt in het geheugen gebruikt om te tellen hoe vaak u kort na elkaar iets vraagt. In het logboek staat het enkel ingekort: de eerste drie delen (/24), van IPv6 het begin (/48).',
          'Het logboek zegt welk soort pagina gevraagd werd, hoe lang dat duurde en met welke uitkomst; niet welke woorden u zocht. Hoe lang het bewaard wordt, bepaalt de uitbater.',
        ],
      },
      {
        heading: 'Mijn onderneming nagaan',
        items: [
          'Wat u over uw onderneming invult, wordt niet bewaard en niet in een logboek geschreven. Het staat in het formulier zelf en gaat bij elke stap opnieuw mee.',
          'Het antwoord mag door niemand onderweg bewaard worden (no-store).',
        ],
      },
      {
        heading: 'Klanten van de API',
        items: [
          'Van een account bewaren we het mailadres, het plan, en hoeveel vragen en nagegane ondernemingen er per maand waren.',
          'Van een sleutel bewaren we een vingerafdruk (SHA-256), de eerste twaalf tekens en zijn naam. De sleutel zelf kennen we niet.',
          'Feiten over ondernemingen die een klant laat nagaan, worden niet bewaard en niet in een logboek geschreven.',
          'Feiten over ondernemingen op een volglijst worden bewaard zolang ze erop staan; wordt een onderneming weggehaald, dan worden ze meteen gewist. In de gebeurtenissen blijft alleen de verwijzing staan die de klant zelf koos.',
          'Gebeurtenissen worden 400 dagen bewaard. Zendingen naar een webhook 30 dagen, en de laatste 50 van elk adres zolang dat bestaat. Het geheim van een webhook wordt versleuteld bewaard.',
          'Een antwoord dat met een Idempotency-Key gevraagd werd, wordt 24 uur onthouden.',
        ],
      },
      {
        heading: 'Wissen',
        items: [
          'Wordt een account gewist, dan werken zijn sleutels meteen niet meer. De rest wordt binnen 24 uur gewist. Wat blijft, is het nummer van het account en de dag, zodat een teruggezette reservekopie het opnieuw wist.',
          'Hoe lang de uitbater reservekopieën bewaart, bepaalt de uitbater.',
        ],
      },
      {
        heading: 'Uw rechten',
        items: [
          'Inzage, verbetering en wissen vraagt u aan de uitbater. Bent u het niet eens met het antwoord, dan kunt u naar de Gegevensbeschermingsautoriteit.',
        ],
      },
    ],
  },
  fr: {
    title: 'Vie privée',
    description: 'Ce que ce service sait de ses visiteurs et de ses clients, et pour combien de temps.',
    lead: 'Ce que fait le service, en mots simples. Rien ici qu’il ne fasse pas.',
    sections: [
      {
        heading: 'Si vous visitez ces pages',
        items: [
          'Aucun cookie n’est placé sur les pages des mesures, et les visiteurs ne sont pas mesurés.',
          'Une page ne charge rien d’un autre site. Ce n’est qu’en suivant un lien vers une autorité que celle-ci voit que vous venez.',
          'Si vous choisissez sombre ou clair, votre navigateur le retient lui-même (localStorage, sous le nom «\u00a0theme\u00a0»). Ce choix n’est pas envoyé.',
          'Votre adresse sur le réseau sert, en mémoire, à compter vos demandes rapprochées. Dans le journal elle n’apparaît que raccourcie\u00a0: les trois premières parties (/24), ou le début pour IPv6 (/48).',
          'Le journal dit quel type de page a été demandé, combien de temps cela a pris et avec quel résultat\u00a0; pas les mots que vous avez cherchés. L’exploitant décide combien de temps il est conservé.',
        ],
      },
      {
        heading: 'Vérifier mon entreprise',
        items: [
          'Ce que vous indiquez sur votre entreprise n’est ni conservé ni écrit dans un journal. Cela figure dans le formulaire lui-même et repart à chaque étape.',
          'Personne en chemin ne peut conserver la réponse (no-store).',
        ],
      },
      {
        heading: 'Clients de l’API',
        items: [
          'D’un compte, nous gardons l’adresse mail, la formule, et le nombre de demandes et d’entreprises vérifiées par mois.',
          'D’une clé, nous gardons une empreinte (SHA-256), les douze premiers caractères et son nom. Nous ne connaissons pas la clé elle-même.',
          'Les faits sur les entreprises qu’un client fait vérifier ne sont ni conservés ni écrits dans un journal.',
          'Les faits sur les entreprises d’une liste de suivi sont conservés tant qu’elles y figurent\u00a0; quand une entreprise en est retirée, ils sont effacés aussitôt. Dans les événements, seule reste la référence choisie par le client.',
          'Les événements sont conservés 400 jours. Les envois vers un webhook 30 jours, et les 50 derniers de chaque adresse tant qu’elle existe. Le secret d’un webhook est conservé chiffré.',
          'Une réponse demandée avec une Idempotency-Key est retenue 24 heures.',
        ],
      },
      {
        heading: 'Effacement',
        items: [
          'Quand un compte est supprimé, ses clés cessent aussitôt de fonctionner. Le reste est effacé dans les 24 heures. Il reste le numéro du compte et le jour, pour qu’une sauvegarde restaurée l’efface à nouveau.',
          'L’exploitant décide combien de temps il garde des sauvegardes.',
        ],
      },
      {
        heading: 'Vos droits',
        items: [
          'Demandez accès, rectification et effacement à l’exploitant. Si sa réponse ne vous convient pas, vous pouvez vous adresser à l’Autorité de protection des données.',
        ],
      },
    ],
  },
  en: {
    title: 'Privacy',
    description: 'What this service knows of its visitors and customers, and for how long.',
    lead: 'What the service does, in plain words. Nothing stands here that it does not do.',
    sections: [
      {
        heading: 'Visitors of these pages',
        items: [
          'No cookie is set on the pages of measures, and visitors are not measured.',
          'A page loads nothing from another site. Only when you follow a link to an authority does that authority see you come.',
          'When you choose dark or light, your browser remembers it by itself (localStorage, under the name “theme”). It is not sent.',
          'Your network address is used in memory, to count how often you ask within a short time. In the log it stands shortened: its first three parts (/24), of IPv6 its beginning (/48).',
          'The log says which kind of page was asked for, how long it took and how it ended; not which words you searched. The operator decides how long it is kept.',
        ],
      },
      {
        heading: 'Check my company',
        items: [
          'What you fill in about your company is neither stored nor written to a log. It stands in the form itself and goes along with each step.',
          'Nobody on the way may keep the answer (no-store).',
        ],
      },
      {
        heading: 'Customers of the API',
        items: [
          'Of an account we keep the mail address, the plan, and how many requests and checks of companies there were each month.',
          'Of a key we keep a fingerprint (SHA-256), the first twelve characters and its name. We do not know the key itself.',
          'Facts on companies that a customer has checked are neither stored nor written to a log.',
          'Facts on companies on a watchlist are kept while they are on it; when a company is removed they are erased at once. In events only the reference stays that the customer chose.',
          'Events are kept for 400 days. Deliveries to a webhook for 30 days, and the last 50 of each endpoint while it exists. The secret of a webhook is kept encrypted.',
          'An answer that was asked for with an Idempotency-Key is remembered for 24 hours.',
        ],
      },
      {
        heading: 'Erasure',
        items: [
          'When an account is deleted, its keys stop working at once. The rest is erased within 24 hours. What stays is the number of the account and the day, so that a restored backup erases it again.',
          'The operator decides how long backups are kept.',
        ],
      },
      {
        heading: 'Your rights',
        items: [
          'Ask the operator for access, correction and erasure. If you do not agree with the answer, you can turn to the Belgian Data Protection Authority.',
        ],
      },
    ],
  },
}

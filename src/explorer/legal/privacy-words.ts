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
          'Er worden geen cookies geplaatst op de pagina’s met maatregelen, en er is geen meting van bezoekers. Wie zich aanmeldt, krijgt er een voor zijn sessie; een formulier dat op een aanmelding wacht, staat een kwartier versleuteld in een andere.',
          'Een pagina laadt niets van een andere website. Pas als u een link naar een overheid volgt, ziet die dat u komt. Er is één uitzondering: biedt de uitbater aanmelden met Google aan, dan laadt de aanmeldpagina de knop van Google.',
          'Kiest u donker of licht, dan onthoudt uw browser dat zelf (localStorage, onder de naam “theme”). Het wordt niet verstuurd.',
          'Uw adres op het netwerk wordt in het geheugen gebruikt om te tellen hoe vaak u kort na elkaar iets vraagt. In het logboek staat het enkel ingekort: de eerste drie delen (/24), van IPv6 het begin (/48).',
          'Het logboek zegt welk soort pagina gevraagd werd, hoe lang dat duurde en met welke uitkomst; niet welke woorden u zocht. Hoe lang het bewaard wordt, bepaalt de uitbater.',
          'Terwijl u in het zoekveld typt, vraagt uw browser ons hoe uw woorden verder kunnen gaan. Wij bewaren ze niet; uw browser onthoudt het antwoord een minuut.',
        ],
      },
      {
        heading: 'Mijn onderneming nagaan',
        items: [
          'Wat u over uw onderneming invult, wordt niet bewaard en niet in een logboek geschreven. Het staat in het formulier zelf en gaat bij elke stap opnieuw mee.',
          'Het antwoord mag door niemand onderweg bewaard worden (no-store).',
          'Geeft u een ondernemingsnummer, dan zoeken wij het op in het register van ondernemingen dat hier geladen is (KBO Open Data), als er een geladen is. Uit dat register bewaren wij geen naam van een natuurlijke persoon en geen contactgegevens; gebruik voor reclame is verboden.',
          'Van rechtspersonen wordt het nummer, als de uitbater daar een sleutel voor heeft, ook aan de Nationale Bank gevraagd: alleen het nummer gaat weg. De cijfers van de laatste jaarrekening blijven met het nummer 35 dagen bewaard, zonder wie ernaar vroeg. Naar natuurlijke personen wordt nooit gevraagd.',
        ],
      },
      {
        heading: 'Klanten van de API',
        items: [
          'Van een account bewaren we het mailadres, de taal, het abonnement, de bewaarde zoekvragen, en hoeveel aanvragen en nagegane ondernemingen er per maand waren.',
          'Van elke aanvraag met een sleutel onthouden we 7 dagen lang het uur, het soort aanvraag, de uitkomst, de duur en de sleutel; nooit wat erin stond of wat er geantwoord werd. De cijfers per dag blijven 25 maanden.',
          'Wie wat maakte, introk of wijzigde in een account, blijft 13 maanden bewaard.',
          'Van elke mail die we sturen, onthouden we 35 dagen lang waarover hij ging en of hij aankwam.',
          'Van een sleutel bewaren we een vingerafdruk (SHA-256), de eerste twaalf tekens en zijn naam. De sleutel zelf kennen we niet.',
          'Feiten over ondernemingen die een klant laat nagaan, worden niet bewaard en niet in een logboek geschreven.',
          'Feiten over ondernemingen op een volglijst worden bewaard zolang ze erop staan; wordt een onderneming weggehaald, dan worden ze meteen gewist. In de gebeurtenissen blijft alleen de verwijzing staan die de klant zelf koos.',
          'Gebeurtenissen worden 400 dagen bewaard. Zendingen naar een webhook 30 dagen, en de laatste 50 van elk adres zolang dat bestaat. Het geheim van een webhook wordt versleuteld bewaard.',
          'Een antwoord dat met een Idempotency-Key gevraagd werd, wordt 24 uur onthouden.',
        ],
      },
      {
        heading: 'Wie zich aanmeldt',
        items: [
          'Een sessie eindigt na 7 dagen zonder bezoek, en hoe dan ook na 30 dagen. Zolang ze duurt, bewaren we wanneer en waarmee u zich aanmeldde, uw laatste bezoek, en de naam van uw browser en besturingssysteem. De cookie zelf kennen we niet, alleen een vingerafdruk ervan.',
          'Van een wachtwoord bewaren we alleen wat argon2id ervan maakt. Van een link per e-mail bewaren we 15 minuten een vingerafdruk.',
          'Meldt u zich aan met Google, dan bewaren we het nummer en het mailadres waaronder Google u kent, en wanneer u zich zo het laatst aanmeldde.',
          'Om raden af te remmen tellen we pogingen per mailadres, hoogstens een dag na de laatste wachttijd, en vragen om een link per account en per netwerk, een uur. Adressen staan daarin enkel als vingerafdruk.',
        ],
      },
      {
        heading: 'Wie iets van u krijgt',
        items: [
          'Wie een abonnement met de kaart betaalt, doet dat bij Stripe. Stripe krijgt van ons uw mailadres, uw taal en het nummer van uw account; kaart, factuuradres en btw-nummer geeft u daar zelf, en wij zien of bewaren ze niet. Wij bewaren uw klantnummer bij Stripe en hoe het abonnement ervoor staat, en 90 dagen welke berichten Stripe erover stuurde. Facturen blijven bij Stripe, ook als uw account gewist is.',
          'Mail gaat via de mailserver die de uitbater koos. Er staat niets in dat volgt of u hem leest.',
          'Wat u met een webhook volgt, sturen we naar het adres dat u opgaf.',
          'Google weet het als u zich met Google aanmeldt, of als de aanmeldpagina de knop van Google laadt; van wat u hier daarna doet, krijgt Google niets te horen.',
          'De uitbater ziet van elke account het mailadres, het abonnement en het gebruik. Niemand anders krijgt iets van u.',
        ],
      },
      {
        heading: 'Wissen',
        items: [
          'U wist uw account zelf in het dashboard. Zijn sleutels en sessies werken dan meteen niet meer, en wat hij betaalt, wordt stopgezet. De rest wordt binnen 24 uur gewist. Wat blijft, is het nummer van de account en de dag, zodat een teruggezette reservekopie hem opnieuw wist, en uw klantnummer bij Stripe tot Stripe het einde bevestigd heeft.',
          'Hoe lang de uitbater reservekopieën bewaart, bepaalt de uitbater.',
        ],
      },
      {
        heading: 'Uw rechten',
        items: [
          'Een account downloadt alles wat we van hem hebben in het dashboard, als één zip. Inzage, verbetering en wissen vraagt u anders aan de uitbater. Bent u het niet eens met het antwoord, dan kunt u naar de Gegevensbeschermingsautoriteit.',
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
          'Aucun cookie n’est placé sur les pages des mesures, et les visiteurs ne sont pas mesurés. Qui se connecte en reçoit un pour sa session ; un formulaire qui attend une connexion est gardé chiffré, un quart d’heure, dans un autre.',
          'Une page ne charge rien d’un autre site. Ce n’est qu’en suivant un lien vers une autorité que celle-ci voit que vous venez. Une seule exception\u00a0: si l’exploitant propose la connexion avec Google, la page de connexion charge le bouton de Google.',
          'Si vous choisissez sombre ou clair, votre navigateur le retient lui-même (localStorage, sous le nom «\u00a0theme\u00a0»). Ce choix n’est pas envoyé.',
          'Votre adresse sur le réseau sert, en mémoire, à compter vos demandes rapprochées. Dans le journal elle n’apparaît que raccourcie\u00a0: les trois premières parties (/24), ou le début pour IPv6 (/48).',
          'Le journal dit quel type de page a été demandé, combien de temps cela a pris et avec quel résultat\u00a0; pas les mots que vous avez cherchés. L’exploitant décide combien de temps il est conservé.',
          'Pendant que vous écrivez dans le champ de recherche, votre navigateur nous demande comment vos mots peuvent continuer. Nous ne les gardons pas\u00a0; votre navigateur retient la réponse une minute.',
        ],
      },
      {
        heading: 'Vérifier mon entreprise',
        items: [
          'Ce que vous indiquez sur votre entreprise n’est ni conservé ni écrit dans un journal. Cela figure dans le formulaire lui-même et repart à chaque étape.',
          'Personne en chemin ne peut conserver la réponse (no-store).',
          'Si vous donnez un numéro d’entreprise, nous le cherchons dans le registre d’entreprises chargé ici (BCE Open Data), s’il y en a un. De ce registre, nous ne gardons ni nom de personne physique ni coordonnées\u00a0; l’usage publicitaire est interdit.',
          'Pour les personnes morales, et si l’exploitant a une clé, le numéro est aussi demandé à la Banque nationale\u00a0: seul le numéro part. Les chiffres des derniers comptes annuels sont gardés 35 jours avec le numéro, sans qui les a demandés. Rien n’est jamais demandé sur des personnes physiques.',
        ],
      },
      {
        heading: 'Clients de l’API',
        items: [
          'D’un compte, nous gardons l’adresse mail, la langue, l’abonnement, les recherches enregistrées, et le nombre de requêtes et d’entreprises vérifiées par mois.',
          'De chaque requête avec une clé, nous retenons pendant 7 jours l’heure, le type de requête, le résultat, la durée et la clé\u00a0; jamais ce qu’elle contenait ni ce qui a été répondu. Les chiffres par jour restent 25 mois.',
          'Qui a créé, révoqué ou modifié quoi dans un compte reste conservé 13 mois.',
          'De chaque mail que nous envoyons, nous retenons pendant 35 jours de quoi il parlait et s’il est arrivé.',
          'D’une clé, nous gardons une empreinte (SHA-256), les douze premiers caractères et son nom. Nous ne connaissons pas la clé elle-même.',
          'Les faits sur les entreprises qu’un client fait vérifier ne sont ni conservés ni écrits dans un journal.',
          'Les faits sur les entreprises d’une liste de suivi sont conservés tant qu’elles y figurent\u00a0; quand une entreprise en est retirée, ils sont effacés aussitôt. Dans les événements, seule reste la référence choisie par le client.',
          'Les événements sont conservés 400 jours. Les envois vers un webhook 30 jours, et les 50 derniers de chaque adresse tant qu’elle existe. Le secret d’un webhook est conservé chiffré.',
          'Une réponse demandée avec une Idempotency-Key est retenue 24 heures.',
        ],
      },
      {
        heading: 'Si vous vous connectez',
        items: [
          'Une session prend fin après 7 jours sans visite, et en tout cas après 30 jours. Tant qu’elle dure, nous gardons quand et par quel moyen vous vous êtes connecté, votre dernière visite, et le nom de votre navigateur et de votre système. Nous ne connaissons pas le cookie lui-même, seulement son empreinte.',
          'D’un mot de passe, nous ne gardons que ce qu’argon2id en fait. D’un lien par courriel, nous gardons une empreinte pendant 15 minutes.',
          'Si vous vous connectez avec Google, nous gardons le numéro et l’adresse sous lesquels Google vous connaît, et la date de votre dernière connexion par ce moyen.',
          'Pour freiner qui devine, nous comptons les essais par adresse mail, au plus un jour après le dernier délai, et les demandes de lien par compte et par réseau, une heure. Les adresses n’y figurent que sous forme d’empreinte.',
        ],
      },
      {
        heading: 'Qui reçoit quelque chose de vous',
        items: [
          'Qui paie un abonnement par carte le fait chez Stripe. Stripe reçoit de nous votre adresse mail, votre langue et le numéro de votre compte\u00a0; vous y indiquez vous-même carte, adresse de facturation et numéro de TVA, que nous ne voyons ni ne gardons. Nous gardons votre numéro de client chez Stripe et l’état de l’abonnement, et pendant 90 jours quels messages Stripe a envoyés à ce sujet. Les factures restent chez Stripe, même quand votre compte est supprimé.',
          'Le courriel passe par le serveur que l’exploitant a choisi. Rien n’y suit si vous le lisez.',
          'Ce que vous suivez par un webhook, nous l’envoyons à l’adresse que vous avez donnée.',
          'Google le sait si vous vous connectez avec Google, ou si la page de connexion charge le bouton de Google\u00a0; de ce que vous faites ensuite ici, Google n’apprend rien.',
          'L’exploitant voit de chaque compte l’adresse mail, l’abonnement et l’utilisation. Personne d’autre ne reçoit quoi que ce soit de vous.',
        ],
      },
      {
        heading: 'Effacement',
        items: [
          'Vous supprimez vous-même votre compte dans le tableau de bord. Ses clés et ses sessions cessent aussitôt de fonctionner, et il est mis fin à ce qu’il paie. Le reste est effacé dans les 24 heures. Il reste le numéro du compte et le jour, pour qu’une sauvegarde restaurée l’efface à nouveau, et votre numéro de client chez Stripe jusqu’à ce que Stripe ait confirmé la fin.',
          'L’exploitant décide combien de temps il garde des sauvegardes.',
        ],
      },
      {
        heading: 'Vos droits',
        items: [
          'Dans le tableau de bord, un compte télécharge tout ce que nous avons de lui, en un seul zip. Pour le reste, demandez accès, rectification et effacement à l’exploitant. Si sa réponse ne vous convient pas, vous pouvez vous adresser à l’Autorité de protection des données.',
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
          'No cookie is set on the pages of measures, and visitors are not measured. Whoever signs in gets one for their session; a form that waits for a sign-in is kept encrypted in another for 15 minutes.',
          'A page loads nothing from another site. Only when you follow a link to an authority does that authority see you come. There is one exception: where the operator offers signing in with Google, the sign-in page loads Google’s button.',
          'When you choose dark or light, your browser remembers it by itself (localStorage, under the name “theme”). It is not sent.',
          'Your network address is used in memory, to count how often you ask within a short time. In the log it stands shortened: its first three parts (/24), of IPv6 its beginning (/48).',
          'The log says which kind of page was asked for, how long it took and how it ended; not which words you searched. The operator decides how long it is kept.',
          'While you type into the search box, your browser asks us how your words may go on. We do not keep them; your browser remembers the answer for a minute.',
        ],
      },
      {
        heading: 'Check my company',
        items: [
          'What you fill in about your company is neither stored nor written to a log. It stands in the form itself and goes along with each step.',
          'Nobody on the way may keep the answer (no-store).',
          'If you give an enterprise number, we look it up in the register of companies that is loaded here (KBO Open Data), where one is. Of that register we keep no name of a natural person and no contact data; use for advertising is forbidden.',
          'Of legal persons, where the operator has a key, the National Bank is asked for the number too: the number alone goes out. The figures of the last annual accounts are kept with the number for 35 days, without who asked. Natural persons are never asked for.',
        ],
      },
      {
        heading: 'Customers of the API',
        items: [
          'Of an account we keep the mail address, the language, the plan, the saved searches, and how many requests and checks of companies there were each month.',
          'Of each request with a key we remember for 7 days when it came, which kind of request it was, how it ended, how long it took and which key it had; never what it held or what was answered. The figures by day stay for 25 months.',
          'Who made, revoked or changed what in an account is kept for 13 months.',
          'Of each mail that we send we remember for 35 days what it was about and whether it arrived.',
          'Of a key we keep a fingerprint (SHA-256), the first twelve characters and its name. We do not know the key itself.',
          'Facts on companies that a customer has checked are neither stored nor written to a log.',
          'Facts on companies on a watchlist are kept while they are on it; when a company is removed they are erased at once. In events only the reference stays that the customer chose.',
          'Events are kept for 400 days. Deliveries to a webhook for 30 days, and the last 50 of each endpoint while it exists. The secret of a webhook is kept encrypted.',
          'An answer that was asked for with an Idempotency-Key is remembered for 24 hours.',
        ],
      },
      {
        heading: 'If you sign in',
        items: [
          'A session ends after 7 days without a visit, and after 30 days in any case. While it lasts we keep when and how you signed in, your last visit, and the names of your browser and system. We do not know the cookie itself, only its fingerprint.',
          'Of a password we keep only what argon2id makes of it. Of a link by mail we keep a fingerprint for 15 minutes.',
          'If you sign in with Google, we keep the number and the mail address under which Google knows you, and when you last signed in that way.',
          'To slow down guessing we count attempts by mail address, at most a day beyond the last wait, and requests for a link by account and by network, for an hour. Addresses stand there as fingerprints only.',
        ],
      },
      {
        heading: 'Who gets something of you',
        items: [
          'Whoever pays for a plan by card does so at Stripe. Stripe gets your mail address, your language and the number of your account from us; card, invoice address and VAT number you give there yourself, and we neither see nor keep them. We keep your customer number at Stripe and how the subscription stands, and for 90 days which messages Stripe sent about it. Invoices stay with Stripe, also when your account is deleted.',
          'Mail goes through the mail server that the operator chose. Nothing in it follows whether you read it.',
          'What you follow by a webhook we send to the address that you gave.',
          'Google knows if you sign in with Google, or if the sign-in page loads Google’s button; of what you do here afterwards Google is told nothing.',
          'The operator sees the mail address, the plan and the use of each account. Nobody else gets anything of you.',
        ],
      },
      {
        heading: 'Erasure',
        items: [
          'You delete your account yourself in the dashboard. Its keys and sessions stop working at once, and what it pays is ended. The rest is erased within 24 hours. What stays is the number of the account and the day, so that a restored backup erases it again, and your customer number at Stripe until Stripe has confirmed the end.',
          'The operator decides how long backups are kept.',
        ],
      },
      {
        heading: 'Your rights',
        items: [
          'In the dashboard an account downloads everything that we have of it, as one zip. Otherwise ask the operator for access, correction and erasure. If you do not agree with the answer, you can turn to the Belgian Data Protection Authority.',
        ],
      },
    ],
  },
}

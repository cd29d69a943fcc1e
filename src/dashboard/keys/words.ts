/** What the screens of keys say. */
import type { Language } from '../../values/vocabularies.ts'

export type KeyWords = {
  lead: string
  table: string
  name: string
  kind: string
  begins: string
  made: string
  lastUsed: string
  never: string
  revoked: string
  revoke: string
  live: string
  test: string
  held: (held: string, allowed: string) => string
  none: string
  noneNext: string
  makeTitle: string
  nameHint: string
  liveHint: string
  testHint: string
  make: string
  full: (plan: string | null) => string
  fullFor: string
  faults: { name: string; mode: string; full: string }
  madeTitle: string
  madeOnce: string
  madeKeep: string
  copy: string
  copied: string
  copyFailed: string
  tryTitle: string
  tryLead: string
  waiting: string
  arrived: string
  toKeys: string
  revokeTitle: (name: string) => string
  revokeWhy: string
  revokeRotate: string
  typeName: (name: string) => string
  typed: string
  revokeNow: string
  keep: string
  isRevoked: (name: string) => string
}

export const keyWords: Record<Language, KeyWords> = {
  nl: {
    lead: 'Een sleutel is een wachtwoord voor een programma. Geef elk programma er een van zichzelf, dan kunt u er één intrekken zonder de andere te storen.',
    table: 'Sleutels van deze account',
    name: 'Naam',
    kind: 'Soort',
    begins: 'Begint met',
    made: 'Gemaakt',
    lastUsed: 'Laatst gebruikt',
    never: 'nog niet',
    revoked: 'ingetrokken',
    revoke: 'Intrekken',
    live: 'live',
    test: 'test',
    held: (held, allowed) => `${held} van ${allowed} sleutels in gebruik`,
    none: 'Er is nog geen sleutel',
    noneNext: 'Maak er hieronder een; dan kan een programma de gegevens opvragen.',
    makeTitle: 'Een sleutel maken',
    nameHint: 'Waarvoor u hem gebruikt, bijvoorbeeld “Boekhoudpakket”.',
    liveHint: 'live: voor wat echt draait',
    testHint: 'test: om te proberen; telt evenzeer mee',
    make: 'Sleutel maken',
    full: (plan) => (plan === null ? 'Zonder abonnement' : `Met het abonnement ${plan}`),
    fullFor: 'zijn er niet meer sleutels mogelijk. Trek er een in, of kies een ander abonnement.',
    faults: {
      name: 'Geef een naam van 1 tot 100 tekens.',
      mode: 'Kies live of test.',
      full: 'Er zijn zoveel sleutels als het abonnement toelaat. Trek er eerst een in.',
    },
    madeTitle: 'Dit is uw sleutel',
    madeOnce: 'Hij staat hier één keer en nergens anders: wij bewaren hem niet.',
    madeKeep: 'Bewaar hem nu waar uw programma hem leest, niet in code die u deelt.',
    copy: 'Kopiëren',
    copied: 'Gekopieerd',
    copyFailed: 'Kopiëren lukte niet: de tekst is geselecteerd, kopieer hem zelf',
    tryTitle: 'Probeer hem meteen',
    tryLead: 'Plak dit in een terminal. Het lampje hieronder gaat branden zodra de eerste aanvraag binnenkomt.',
    waiting: 'Wachten op de eerste aanvraag',
    arrived: 'De eerste aanvraag is aangekomen',
    toKeys: 'Naar de sleutels',
    revokeTitle: (name) => `De sleutel “${name}” intrekken?`,
    revokeWhy: 'Vanaf de volgende aanvraag wordt hij geweigerd, voorgoed. Een programma dat hem gebruikt, krijgt 401.',
    revokeRotate:
      'Wilt u hem vervangen zonder onderbreking? Maak eerst een tweede, zet het programma over, kijk of de eerste niet meer gebruikt wordt, en trek hem dan in.',
    typeName: (name) => `Typ de naam om te bevestigen: ${name}`,
    typed: 'De naam is niet dezelfde.',
    revokeNow: 'Intrekken',
    keep: 'Niet intrekken',
    isRevoked: (name) => `De sleutel “${name}” is ingetrokken.`,
  },
  fr: {
    lead: 'Une clé est le mot de passe d’un programme. Donnez à chaque programme la sienne : vous pourrez en révoquer une sans gêner les autres.',
    table: 'Clés de ce compte',
    name: 'Nom',
    kind: 'Sorte',
    begins: 'Commence par',
    made: 'Créée',
    lastUsed: 'Dernière utilisation',
    never: 'pas encore',
    revoked: 'révoquée',
    revoke: 'Révoquer',
    live: 'live',
    test: 'test',
    held: (held, allowed) => `${held} clés utilisées sur ${allowed}`,
    none: 'Il n’y a pas encore de clé',
    noneNext: 'Créez-en une ci-dessous ; un programme pourra alors demander les données.',
    makeTitle: 'Créer une clé',
    nameHint: 'Ce à quoi elle sert, par exemple « Logiciel comptable ».',
    liveHint: 'live : pour ce qui tourne vraiment',
    testHint: 'test : pour essayer ; compte tout autant',
    make: 'Créer la clé',
    full: (plan) => (plan === null ? 'Sans abonnement' : `Avec l’abonnement ${plan}`),
    fullFor: 'il n’y a pas plus de clés possibles. Révoquez-en une, ou choisissez un autre abonnement.',
    faults: {
      name: 'Donnez un nom de 1 à 100 caractères.',
      mode: 'Choisissez live ou test.',
      full: 'Il y a autant de clés que l’abonnement en permet. Révoquez-en d’abord une.',
    },
    madeTitle: 'Voici votre clé',
    madeOnce: 'Elle figure ici une seule fois et nulle part ailleurs : nous ne la gardons pas.',
    madeKeep: 'Gardez-la maintenant là où votre programme la lit, pas dans du code que vous partagez.',
    copy: 'Copier',
    copied: 'Copié',
    copyFailed: 'La copie a échoué : le texte est sélectionné, copiez-le vous-même',
    tryTitle: 'Essayez-la tout de suite',
    tryLead: 'Collez ceci dans un terminal. Le voyant ci-dessous s’allume dès que la première requête arrive.',
    waiting: 'En attente de la première requête',
    arrived: 'La première requête est arrivée',
    toKeys: 'Vers les clés',
    revokeTitle: (name) => `Révoquer la clé « ${name} » ?`,
    revokeWhy: 'Dès la requête suivante elle est refusée, pour toujours. Un programme qui l’utilise reçoit 401.',
    revokeRotate:
      'Pour la remplacer sans interruption : créez-en une seconde, faites passer le programme, regardez si la première ne sert plus, puis révoquez-la.',
    typeName: (name) => `Tapez le nom pour confirmer : ${name}`,
    typed: 'Le nom n’est pas le même.',
    revokeNow: 'Révoquer',
    keep: 'Ne pas révoquer',
    isRevoked: (name) => `La clé « ${name} » est révoquée.`,
  },
  en: {
    lead: 'A key is the password of a program. Give each program one of its own: then you can revoke one without disturbing the others.',
    table: 'Keys of this account',
    name: 'Name',
    kind: 'Kind',
    begins: 'Begins with',
    made: 'Made',
    lastUsed: 'Last used',
    never: 'not yet',
    revoked: 'revoked',
    revoke: 'Revoke',
    live: 'live',
    test: 'test',
    held: (held, allowed) => `${held} of ${allowed} keys in use`,
    none: 'There is no key yet',
    noneNext: 'Make one below; then a program can ask for the data.',
    makeTitle: 'Make a key',
    nameHint: 'What you use it for, e.g. “Accounting software”.',
    liveHint: 'live: for what really runs',
    testHint: 'test: for trying; counts just the same',
    make: 'Make the key',
    full: (plan) => (plan === null ? 'Without a plan' : `On the plan ${plan}`),
    fullFor: 'no more keys are possible. Revoke one, or choose another plan.',
    faults: {
      name: 'Give a name of 1 to 100 characters.',
      mode: 'Choose live or test.',
      full: 'There are as many keys as the plan allows. Revoke one first.',
    },
    madeTitle: 'This is your key',
    madeOnce: 'It stands here once and nowhere else: we do not keep it.',
    madeKeep: 'Keep it now where your program reads it, not in code that you share.',
    copy: 'Copy',
    copied: 'Copied',
    copyFailed: 'It could not be copied: the text is selected, copy it by hand',
    tryTitle: 'Try it at once',
    tryLead: 'Paste this into a terminal. The light below goes on as soon as the first request comes in.',
    waiting: 'Waiting for the first request',
    arrived: 'The first request has come in',
    toKeys: 'To the keys',
    revokeTitle: (name) => `Revoke the key “${name}”?`,
    revokeWhy: 'From the next request on it is refused, for good. A program that uses it gets 401.',
    revokeRotate:
      'To replace it without an interruption: make a second one, move the program over, see that the first is not used any more, then revoke it.',
    typeName: (name) => `Type the name to confirm: ${name}`,
    typed: 'The name is not the same.',
    revokeNow: 'Revoke',
    keep: 'Do not revoke',
    isRevoked: (name) => `The key “${name}” is revoked.`,
  },
}

/** What the screen for assistants says. */
import type { Language } from '../../values/vocabularies.ts'

const english = {
  lead: 'An assistant that has this address and a key can itself look for measures, read them and match a company with them.',
  key: 'Give each assistant a key of its own, so that you can revoke one. Keep it in the assistant’s settings or in the environment, not in a file that is shared.',
  makeKey: 'Make a key',
  byHand: 'Check by hand',
  bridge: 'Assistants that start a program',
  bridgeHint: 'For those that cannot send headers: a bridge that does.',
  ask: 'Then ask, for example',
  prompts: [
    'Which support is there for a bakery in Ghent that wants solar panels? Ask me what you still need to know.',
    'What has changed in Walloon premiums since last Monday?',
  ],
  tools: 'What an assistant can do then',
  toolsLead: 'Each question counts as a request; matching and explaining count as an evaluation too.',
  seen: 'The assistant is connected',
  waiting: 'Waiting for the first question of an assistant',
  help: 'Does it not work?',
  helps: [
    '401: the key is missing or wrong. Where an assistant asks to sign in by browser, give it the header instead.',
    '402: the account has no plan.',
    '429: too fast. A bridge sends some five questions at once at its beginning; try again.',
  ],
  docs: 'More on this',
}

export type AssistantWords = typeof english

export const assistantWords: Record<Language, AssistantWords> = {
  en: english,
  nl: {
    lead: 'Een assistent die dit adres en een sleutel heeft, kan zelf maatregelen zoeken, lezen en met een onderneming vergelijken.',
    key: 'Geef elke assistent een eigen sleutel, dan kunt u er één intrekken. Zet hem in de instellingen van de assistent of in de omgeving, niet in een bestand dat u deelt.',
    makeKey: 'Een sleutel maken',
    byHand: 'Met de hand nagaan',
    bridge: 'Assistenten die een programma starten',
    bridgeHint: 'Voor wie geen kopregels kan meesturen: een brug die dat doet.',
    ask: 'Vraag dan bijvoorbeeld',
    prompts: [
      'Welke steun is er voor een bakkerij in Gent die zonnepanelen wil leggen? Vraag me wat je nog moet weten.',
      'Wat is er sinds vorige maandag veranderd aan Waalse premies?',
    ],
    tools: 'Wat een assistent dan kan',
    toolsLead: 'Elke vraag telt als een aanvraag; vergelijken en uitleggen tellen ook als een evaluatie.',
    seen: 'De assistent is verbonden',
    waiting: 'Wachten op de eerste vraag van een assistent',
    help: 'Lukt het niet?',
    helps: [
      '401: de sleutel ontbreekt of klopt niet. Vraagt de assistent om aan te melden in een browser, geef hem dan de kopregel.',
      '402: de account heeft geen abonnement.',
      '429: te snel na elkaar. Een brug stuurt bij het begin een vijftal vragen tegelijk; probeer opnieuw.',
    ],
    docs: 'Meer hierover (in het Engels)',
  },
  fr: {
    lead: 'Un assistant qui a cette adresse et une clé peut lui-même chercher des mesures, les lire et les comparer à une entreprise.',
    key: 'Donnez à chaque assistant sa propre clé : vous pourrez en révoquer une. Mettez-la dans les réglages de l’assistant ou dans l’environnement, pas dans un fichier que vous partagez.',
    makeKey: 'Créer une clé',
    byHand: 'Vérifier à la main',
    bridge: 'Assistants qui démarrent un programme',
    bridgeHint: 'Pour ceux qui ne peuvent envoyer d’en-têtes : un pont qui le fait.',
    ask: 'Demandez ensuite par exemple',
    prompts: [
      'Quelles aides pour une boulangerie de Namur qui veut poser des panneaux solaires ? Demande-moi ce qu’il te manque.',
      'Qu’est-ce qui a changé depuis lundi dernier dans les primes wallonnes ?',
    ],
    tools: 'Ce qu’un assistant peut alors faire',
    toolsLead: 'Chaque question compte comme une requête ; comparer et expliquer comptent aussi comme une évaluation.',
    seen: 'L’assistant est relié',
    waiting: 'En attente de la première question d’un assistant',
    help: 'Cela ne marche pas ?',
    helps: [
      '401 : la clé manque ou est fausse. Si l’assistant demande une connexion par navigateur, donnez-lui l’en-tête.',
      '402 : le compte n’a pas d’abonnement.',
      '429 : trop vite. Un pont envoie au début cinq questions à la fois ; réessayez.',
    ],
    docs: 'En savoir plus (en anglais)',
  },
}

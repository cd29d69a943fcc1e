/** On what terms the service may be used: what holds for everybody, whoever operates it. */
import type { Language } from '../../values/vocabularies.ts'
import type { LegalWords } from './legal-view.ts'

export const termsWords: Record<Language, LegalWords> = {
  nl: {
    title: 'Voorwaarden',
    description: 'Waarvoor deze dienst er is, waarvoor niet, en wat er met de gegevens mag.',
    lead: 'Wat voor iedereen geldt. Met klanten kan de uitbater meer afspreken.',
    sections: [
      {
        heading: 'Wat dit is',
        items: [
          'Een onafhankelijke dienst. Ze wordt niet uitgebaat of goedgekeurd door een overheid en is met geen enkele overheid verbonden.',
          'Wat hier staat is informatie: geen advies, geen beslissing en geen recht op steun. Alleen de bevoegde overheid beslist.',
          'Een maatregel kan gewijzigd zijn sinds de bron gelezen werd. Kijk vóór een aanvraag altijd na op de pagina van de overheid.',
          'Volledigheid wordt niet beloofd. Wat we dekken en wat ontbreekt, staat op een eigen pagina.',
        ],
      },
      {
        heading: 'Wat u met de gegevens mag',
        items: [
          'Elke bron heeft haar licentie. Die staat bij de bron en bij de maatregel, samen met de vermelding die de bron vraagt. Ze geldt ook voor u.',
          'Gegevens uit de API verder verspreiden mag alleen met een plan dat dat recht geeft.',
          'Wat uit het register van ondernemingen komt, mag niet voor reclame gebruikt worden. Van natuurlijke personen worden geen namen bewaard.',
        ],
      },
      {
        heading: 'Hoe u de dienst gebruikt',
        items: [
          'Deze pagina’s zijn er voor mensen. Per adres zijn er vijf pagina’s per seconde, met zestig ineens. Wie meer nodig heeft, gebruikt de API.',
          'Een sleutel is van zijn account. Houd hem geheim, en trek hem in als iemand anders hem kent.',
          'De grenzen van een plan staan bij de prijzen. Wat erboven gaat, wordt geweigerd en niet aangerekend.',
        ],
      },
      {
        heading: 'Veranderingen',
        items: [
          'Wordt een route of een veld van de API weggenomen, dan wordt dat minstens 180 dagen vooraf aangekondigd in het antwoord zelf (Deprecation en Sunset).',
        ],
      },
    ],
  },
  fr: {
    title: 'Conditions',
    description: 'À quoi sert ce service, à quoi il ne sert pas, et ce qu’on peut faire des données.',
    lead: 'Ce qui vaut pour tout le monde. L’exploitant peut convenir de davantage avec ses clients.',
    sections: [
      {
        heading: 'Ce que c’est',
        items: [
          'Un service indépendant. Il n’est ni exploité ni approuvé par une autorité publique, et n’est lié à aucune.',
          'Ce qui figure ici est de l’information\u00a0: ni un conseil, ni une décision, ni un droit à une aide. Seule l’autorité compétente décide.',
          'Une mesure peut avoir changé depuis la lecture de la source. Avant toute demande, vérifiez sur la page de l’autorité.',
          'L’exhaustivité n’est pas promise. Ce que nous couvrons et ce qui manque se trouve sur une page à part.',
        ],
      },
      {
        heading: 'Ce que vous pouvez faire des données',
        items: [
          'Chaque source a sa licence. Elle figure auprès de la source et de la mesure, avec la mention que la source demande. Elle vaut aussi pour vous.',
          'Rediffuser des données de l’API n’est permis qu’avec une formule qui donne ce droit.',
          'Ce qui vient du registre d’entreprises ne peut pas servir à la publicité. Aucun nom de personne physique n’est conservé.',
        ],
      },
      {
        heading: 'Comment utiliser le service',
        items: [
          'Ces pages sont faites pour des personnes. Par adresse, il y a cinq pages par seconde, et soixante d’un coup. Qui a besoin de plus utilise l’API.',
          'Une clé appartient à son compte. Gardez-la secrète, et révoquez-la si quelqu’un d’autre la connaît.',
          'Les limites d’une formule figurent avec les tarifs. Ce qui les dépasse est refusé et n’est pas facturé.',
        ],
      },
      {
        heading: 'Changements',
        items: [
          'Quand une route ou un champ de l’API disparaît, c’est annoncé au moins 180 jours à l’avance dans la réponse elle-même (Deprecation et Sunset).',
        ],
      },
    ],
  },
  en: {
    title: 'Terms',
    description: 'What this service is for, what it is not, and what may be done with the data.',
    lead: 'What holds for everybody. The operator may agree on more with customers.',
    sections: [
      {
        heading: 'What this is',
        items: [
          'An independent service. It is not operated or endorsed by a public authority, and is affiliated with none.',
          'What stands here is information: no advice, no decision, and no right to support. Only the competent authority decides.',
          'A measure may have changed since its source was read. Before you apply, always check the page of the authority.',
          'Completeness is not promised. What we cover and what is missing stands on a page of its own.',
        ],
      },
      {
        heading: 'What you may do with the data',
        items: [
          'Every source has its licence. It stands with the source and with the measure, together with the line that the source asks for. It holds for you too.',
          'Data from the API may be redistributed only with a plan that gives the right to.',
          'What comes from the register of companies may not be used for advertising. No name of a natural person is kept.',
        ],
      },
      {
        heading: 'How to use the service',
        items: [
          'These pages are for people. For each address there are five pages a second, and sixty at once. Whoever needs more uses the API.',
          'A key belongs to its account. Keep it secret, and revoke it when somebody else knows it.',
          'The limits of a plan stand with the prices. What exceeds them is refused and not charged.',
        ],
      },
      {
        heading: 'Changes',
        items: [
          'When a route or a field of the API is taken away, it is announced at least 180 days before in the answer itself (Deprecation and Sunset).',
        ],
      },
    ],
  },
}

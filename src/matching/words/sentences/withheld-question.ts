/** The question of a condition whose text its licence mode withholds: the authority's page has it. */
import type { Label } from '../../../values/labels.ts'

export const withheldQuestion: Label = {
  nl: 'Voldoet de aanvraag aan deze voorwaarde? De tekst ervan staat alleen op de pagina van de overheid.',
  fr: "La demande remplit-elle cette condition ? Son texte ne figure que sur la page de l'autorité.",
  en: "Does the application meet this condition? Its text stands on the authority's page alone.",
}

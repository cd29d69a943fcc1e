/** What the properties of a company are called on the screens of watchlists. */
import { pointOf } from '../../reference/points.ts'
import type { Label } from '../../values/labels.ts'
import type { Language } from '../../values/vocabularies.ts'

const names: Readonly<Record<string, Label>> = {
  reference: { nl: 'referentie', fr: 'référence', en: 'reference' },
  'company.postcode': { nl: 'postcode', fr: 'code postal', en: 'postcode' },
  'company.municipality': { nl: 'gemeente (NIS-code)', fr: 'commune (code INS)', en: 'municipality (NIS code)' },
  'company.applicant_types': { nl: 'soort aanvrager', fr: 'type de demandeur', en: 'type of applicant' },
  'company.employees': { nl: 'werknemers (VTE)', fr: 'travailleurs (ETP)', en: 'employees (FTE)' },
  'company.turnover_eur': { nl: 'omzet in euro', fr: 'chiffre d’affaires en euros', en: 'turnover in euros' },
  'company.balance_total_eur': {
    nl: 'balanstotaal in euro',
    fr: 'total du bilan en euros',
    en: 'balance total in euros',
  },
  'company.legal_form': { nl: 'rechtsvorm', fr: 'forme juridique', en: 'legal form' },
  'company.nace': { nl: 'NACE-codes', fr: 'codes NACE', en: 'NACE codes' },
  'company.founded_on': { nl: 'oprichtingsdatum', fr: 'date de constitution', en: 'date of incorporation' },
  'company.enterprise_number': { nl: 'ondernemingsnummer', fr: 'numéro d’entreprise', en: 'enterprise number' },
  'company.establishment_number': { nl: 'vestigingsnummer', fr: 'numéro d’établissement', en: 'establishment number' },
  'company.joint_committees': { nl: 'paritaire comités', fr: 'commissions paritaires', en: 'joint committees' },
  'company.de_minimis_eur': {
    nl: 'ontvangen de-minimissteun',
    fr: 'aides de minimis reçues',
    en: 'de minimis aid received',
  },
  'project.postcode': { nl: 'postcode van het project', fr: 'code postal du projet', en: 'postcode of the project' },
  'project.topics': { nl: 'thema’s', fr: 'thèmes', en: 'topics' },
  'project.budget_eur': { nl: 'budget in euro', fr: 'budget en euros', en: 'budget in euros' },
  'project.planned_start': { nl: 'geplande start', fr: 'début prévu', en: 'planned start' },
  'project.cost_types': { nl: 'kostensoorten', fr: 'types de coûts', en: 'cost types' },
  'project.stages': { nl: 'projectfasen', fr: 'phases du projet', en: 'stages of the project' },
  'project.partners': { nl: 'partners', fr: 'partenaires', en: 'partners' },
  'hire.age': { nl: 'aanwerving: leeftijd', fr: 'engagement : âge', en: 'hire: age' },
  'hire.months_jobseeking': {
    nl: 'aanwerving: maanden werkzoekend',
    fr: 'engagement : mois comme demandeur d’emploi',
    en: 'hire: months jobseeking',
  },
  'hire.diploma': { nl: 'aanwerving: diploma', fr: 'engagement : diplôme', en: 'hire: diploma' },
  'hire.contract': { nl: 'aanwerving: contract', fr: 'engagement : contrat', en: 'hire: contract' },
  'hire.postcode': { nl: 'aanwerving: postcode', fr: 'engagement : code postal', en: 'hire: postcode' },
  'building.year': { nl: 'gebouw: jaar', fr: 'bâtiment : année', en: 'building: year' },
  'building.occupancy': { nl: 'gebouw: gebruik', fr: 'bâtiment : occupation', en: 'building: occupancy' },
}

/** Of an answer, what it is about. */
export function fieldName(field: string, language: Language): string {
  const known = names[field]
  if (known !== undefined) return known[language]
  const name = field.replace(/^answers\./, '')
  return pointOf(name)?.fact[language] ?? name
}

/** What is asked for the self-employed, farmers, associations and households. */
import { alive, type Question, titled } from './question.ts'

export const personQuestions: readonly Question[] = [
  {
    asked: 'Une indépendante à Liège arrête son activité à cause de difficultés économiques. A-t-elle un revenu de remplacement, combien, combien de temps ?',
    calls: [
      ['search_subsidies', { q: 'droit passerelle', applicant_type: ['self_employed'], limit: 3, lang: 'fr' }],
      ['get_subsidy', ([found]) => ({ id: titled(found, /passerelle/i), lang: 'fr' })],
    ],
    says() {},
  },
  {
    asked: 'Iemand in Leuven die werkloos is wil zelfstandige in bijberoep of hoofdberoep worden. Welke steun en leningen zijn er voor starters?',
    calls: [
      [
        'match_company',
        {
          company: { postcode: '3000', applicant_type: 'starter', employees: 0 },
          project: { topics: ['starting_business'] },
          topics_only: true,
          view: 'compact',
          limit: 10,
          language: 'nl',
        },
      ],
    ],
    says() {},
  },
  {
    asked: 'Een landbouwer van 29 in Veurne neemt het melkveebedrijf van zijn ouders over. Welke steun voor jonge landbouwers, en hoeveel?',
    calls: [
      ['search_subsidies', { q: 'jonge landbouwer overname', topic: ['agriculture'], region: ['flanders'], status: alive, limit: 5, lang: 'nl' }],
      ['get_subsidy', ([found]) => ({ id: titled(found, /overname|jonge|opstart/i), lang: 'nl' })],
    ],
    says() {},
  },
  {
    asked: 'Une ASBL culturelle de Mons organise un festival. Quelles aides possibles ?',
    calls: [
      [
        'match_company',
        {
          company: { postcode: '7000', legal_form: 'ASBL', nace: ['90.20'] },
          project: { topics: ['culture_creative'] },
          topics_only: true,
          view: 'compact',
          limit: 10,
          language: 'fr',
        },
      ],
    ],
    says() {},
  },
  {
    asked: 'A private person puts 20,000 euro into a start-up of 2 years old. Which tax reduction, and up to what amount?',
    calls: [
      ['search_subsidies', { q: 'tax shelter start-up', applicant_type: ['household'], limit: 5, lang: 'en' }],
      ['get_subsidy', ([found]) => ({ id: titled(found, /start-?ups?/i), lang: 'en' })],
    ],
    says() {},
  },
  {
    asked:
      'Een gezin in Gent (huis van 1965, eigenaar-bewoner, twee kinderen, inkomen 42.000 euro) plaatst een warmtepomp en isoleert ' +
      'het dak. Welke premies?',
    calls: [
      [
        'match_company',
        {
          company: { postcode: '9000', applicant_type: 'household' },
          household: { income_eur: 42_000, dependants: 2 },
          building: { year: 1965, occupancy: 'owner_occupier' },
          project: { topics: ['energy_efficiency', 'housing', 'renewable_energy'], cost_types: ['energy_works', 'renovation'] },
          topics_only: true,
          view: 'compact',
          limit: 8,
          language: 'nl',
        },
      ],
    ],
    says() {},
  },
  {
    asked: "Un couple à Liège isole le toit d'une maison de 1950 qu'il habite. Y a-t-il encore une prime de la Région, et où est la page officielle ?",
    calls: [
      ['search_subsidies', { q: 'prime habitation toiture', region: ['wallonia'], applicant_type: ['household'], limit: 5, lang: 'fr' }],
      ['get_subsidy', ([found]) => ({ id: titled(found, /primes? habitation/i), lang: 'fr' })],
    ],
    says() {},
  },
  {
    asked: 'Les primes Renolution à Bruxelles sont-elles encore ouvertes pour un propriétaire ?',
    calls: [
      ['search_subsidies', { q: 'Renolution', region: ['brussels'], limit: 5, lang: 'fr' }],
    ],
    says() {},
  },
  {
    asked: 'Eine Familie in Sankt Vith saniert ihr Haus. Welche Energieprämie zahlt die Deutschsprachige Gemeinschaft?',
    calls: [
      ['search_subsidies', { q: 'Energieprämie Sanierung', applicant_type: ['household'], limit: 5, lang: 'fr' }],
      ['get_subsidy', ([found]) => ({ id: titled(found, /Energieprämie|énergie/i), lang: 'fr' })],
    ],
    says() {},
  },
  {
    asked: 'Wat betaalt de stad Gent aan een winkelier die de gevel van zijn handelspand opknapt?',
    calls: [
      ['search_subsidies', { q: 'Gent handelspand', scope: ['local'], status: alive, limit: 5, lang: 'nl' }],
      ['get_subsidy', ([found]) => ({ id: titled(found, /handelspand/i), lang: 'nl' })],
    ],
    says() {},
  },
]

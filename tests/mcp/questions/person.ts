/** What is asked for the self-employed, farmers, associations and households. */
import assert from 'node:assert/strict'
import {
  fieldsOf,
  idsOf,
  includesAll,
  measureOf,
  type Question,
  rowsOf,
  saysCondition,
  statusesOf,
  titled,
} from './question.ts'

export const personQuestions: readonly Question[] = [
  {
    asked:
      'Une indépendante à Liège arrête son activité à cause de difficultés économiques. A-t-elle un revenu de remplacement, combien, combien de temps ?',
    calls: [
      ['search_subsidies', { q: 'droit passerelle', applicant_type: ['self_employed'], limit: 3, lang: 'fr' }],
      ['get_subsidy', ([found]) => ({ id: titled(found, /passerelle/i), lang: 'fr' })],
    ],
    says([found, fetched]) {
      assert.deepEqual(idsOf(found), ['be:nisse-bridging-right'])
      const { amount, status } = measureOf(fetched)
      assert.deepEqual([status, amount?.min, amount?.max], ['continuous', 409.57, 2_047.18])
      assert.match(amount?.note ?? '', /12 mois au plus, jusqu'à 24 selon la carrière/)
      saysCondition(measureOf(fetched), /cessation pour difficultés économiques/)
      saysCondition(measureOf(fetched), /caisse d'assurances sociales/)
    },
  },
  {
    asked:
      'Iemand in Leuven die werkloos is wil zelfstandige in bijberoep of hoofdberoep worden. Welke steun en leningen zijn er voor starters?',
    calls: [
      [
        'match_company',
        {
          company: { postcode: '3000', applicant_types: ['self_employed'], employees: 0 },
          project: { topics: ['starting_business', 'financing'] },
          answers: { applicant_is_jobseeker: true, seeks_business_credit: true, will_hire: false },
          topics_only: true,
          view: 'compact',
          limit: 8,
          language: 'nl',
        },
      ],
    ],
    says([matched]) {
      const statuses = statusesOf(matched)
      assert.equal(statuses['be:pmv-startlening'], 'possibly_eligible')
      assert.equal(statuses['be:microstart-microkrediet'], 'possibly_eligible')
      includesAll(fieldsOf(matched), ['company.nace'])
    },
  },
  {
    asked:
      'Een landbouwer van 29 in Veurne neemt het melkveebedrijf van zijn ouders over. Welke steun voor jonge landbouwers, en hoeveel?',
    calls: [
      [
        'search_subsidies',
        { q: 'jonge landbouwer overname', topic: ['agriculture'], region: ['flanders'], limit: 5, lang: 'nl' },
      ],
      ['get_subsidy', ([found]) => ({ id: titled(found, /overname|jonge|opstart/i), lang: 'nl' })],
    ],
    says([found, fetched]) {
      assert.equal(idsOf(found)[0], 'be:lv-vlif-opstart-overname')
      const measure = measureOf(fetched)
      assert.deepEqual([measure.amount?.min, measure.amount?.max], [40_000, 100_000])
      saysCondition(measure, /jonger dan 41/)
      saysCondition(measure, /minstens 20 % over, minder dan 24 maanden/)
      // Whether it can be asked for now is not known, and is said.
      assert.equal(measure.status, 'unknown')
      assert.match(measure.application_window.note ?? '', /2025 tot 2027 zijn niet bekend/)
    },
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
    says([matched]) {
      const statuses = statusesOf(matched)
      // It opens for rounds, and none is known to run.
      assert.equal(statuses['be:fwb-arts-vivants-projets'], 'needs_review')
      assert.equal(statuses['be:start-invest-pret'], 'possibly_eligible')
      // Mons lies in Wallonia, so nobody is asked to which community the association belongs.
      assert.ok(!fieldsOf(matched).includes('answers.belongs_to_french_community'))
      assert.ok(!Object.keys(statuses).some((id) => id.startsWith('be:vlaio-')))
    },
  },
  {
    asked:
      'A private person puts 20,000 euro into a start-up of 2 years old. Which tax reduction, and up to what amount?',
    calls: [
      // Nothing: filters are left out then, as the tool says.
      ['search_subsidies', { q: 'tax shelter start-up', applicant_type: ['household'], limit: 5, lang: 'en' }],
      ['search_subsidies', { q: 'tax shelter start-up', limit: 5, lang: 'en' }],
      ['get_subsidy', ([, found]) => ({ id: titled(found, /start-?ups?/i), lang: 'en' })],
    ],
    says([nothing, found, fetched]) {
      assert.deepEqual(idsOf(nothing), [])
      assert.equal(idsOf(found)[0], 'be:fin-tax-shelter-startups')
      const measure = measureOf(fetched)
      assert.equal(measure.amount?.rate_max, 0.45)
      assert.match(
        measure.amount?.note ?? '',
        /45 % for a micro company, 30 % for a small one.* at most EUR 100,000 a year/,
      )
      saysCondition(measure, /within four years/)
      saysCondition(measure, /keeps the shares for at least four years/)
    },
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
          project: {
            topics: ['energy_efficiency', 'housing', 'renewable_energy'],
            cost_types: ['energy_works', 'renovation'],
          },
          topics_only: true,
          view: 'compact',
          limit: 8,
          language: 'nl',
        },
      ],
    ],
    says([matched]) {
      const statuses = statusesOf(matched)
      for (const id of ['be:wonen-mijn-verbouwpremie', 'be:veka-mijn-verbouwlening', 'be:fin-vat-renovation']) {
        assert.equal(statuses[id], 'possibly_eligible', id)
      }
      assert.ok(!Object.keys(statuses).some((id) => /^be:(spw|env|dg)-/.test(id)), 'nothing of another region')
      includesAll(fieldsOf(matched), ['answers.works_on_dwelling', 'answers.owns_other_dwelling'])
    },
  },
  {
    asked:
      "Un couple à Liège isole le toit d'une maison de 1950 qu'il habite. Y a-t-il encore une prime de la Région, et où est la page officielle ?",
    calls: [
      [
        'search_subsidies',
        { q: 'prime habitation toiture', region: ['wallonia'], applicant_type: ['household'], limit: 5, lang: 'fr' },
      ],
      ['get_subsidy', ([found]) => ({ id: titled(found, /primes? habitation/i), lang: 'fr' })],
    ],
    says([found, fetched]) {
      assert.equal(idsOf(found)[0], 'be:spw-primes-habitation-travaux')
      const measure = measureOf(fetched)
      assert.deepEqual([measure.status, measure.closes_at?.slice(0, 10)], ['closed', '2026-09-30'])
      assert.match(measure.application_window.note ?? '', /Successeur : les prêts Rénopack et Rénoprêt/)
      assert.deepEqual(measure.related.replaced_by, ['be:swcs-renopack', 'be:swcs-renopret'])
      assert.equal(measure.url, 'https://energie.wallonie.be/fr')
      assert.equal(measure.source.last_checked_at?.slice(0, 10), '2025-12-01')
    },
  },
  {
    asked: 'Les primes Renolution à Bruxelles sont-elles encore ouvertes pour un propriétaire ?',
    calls: [['search_subsidies', { q: 'Renolution', region: ['brussels'], limit: 5, lang: 'fr' }]],
    says([found]) {
      assert.deepEqual(
        rowsOf(found).map(({ id, status, closes_at: closesAt }) => [id, status, closesAt?.slice(0, 10)]),
        [
          ['be:env-renolution-energy', 'closed', '2025-12-31'],
          ['be:env-renolution-renovation', 'closed', '2025-12-31'],
          ['be:etterbeek-renovation', 'closed', '2025-06-30'],
        ],
      )
    },
  },
  {
    asked: 'Eine Familie in Sankt Vith saniert ihr Haus. Welche Energieprämie zahlt die Deutschsprachige Gemeinschaft?',
    calls: [
      ['search_subsidies', { q: 'Energieprämie Sanierung', applicant_type: ['household'], limit: 5, lang: 'fr' }],
      ['get_subsidy', ([found]) => ({ id: titled(found, /Energieprämie|énergie/i), lang: 'fr' })],
    ],
    says([found, fetched]) {
      assert.equal(idsOf(found)[0], 'be:dg-energiepraemie-sanierung')
      const measure = measureOf(fetched)
      assert.deepEqual([measure.status, measure.amount?.rate_max], ['continuous', 0.8])
      assert.match(measure.amount?.note ?? '', /Montants de 2024 à 2026 non connus/)
      saysCondition(measure, /neuf communes/)
      saysCondition(measure, /n'ont pas commencé avant la demande/)
    },
  },
  {
    asked: 'Wat betaalt de stad Gent aan een winkelier die de gevel van zijn handelspand opknapt?',
    calls: [
      ['search_subsidies', { q: 'Gent handelspand', scope: ['local'], limit: 5, lang: 'nl' }],
      ['get_subsidy', ([found]) => ({ id: titled(found, /handelspand/i), lang: 'nl' })],
    ],
    says([found, fetched]) {
      assert.deepEqual(idsOf(found), ['be:gent-verfraaiing-handelspanden'])
      const measure = measureOf(fetched)
      assert.deepEqual([measure.status, measure.amount?.rate_min], ['unknown', 0.5])
      assert.match(measure.amount?.note ?? '', /Plafonds van een oudere pagina van de stad/)
      assert.match(measure.application_window.note ?? '', /2025/)
    },
  },
]

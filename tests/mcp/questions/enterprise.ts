/** What accountants and banks ask for enterprises. */
import assert from 'node:assert/strict'
import {
  explainedOf,
  fieldsOf,
  idsOf,
  includesAll,
  matchesOf,
  measureOf,
  metaOf,
  nextPage,
  notEnded,
  type Question,
  rowsOf,
  saysCondition,
  statusesOf,
  titled,
} from './question.ts'

const bakery = { postcode: '9000', legal_form: 'BV', employees: 4, nace: ['10.71'] }

const brusselsExport = {
  q: 'export',
  region: ['brussels'],
  topic: ['internationalisation'],
  company_size: 'micro',
  limit: 10,
  lang: 'en',
}

const walloonFinance = {
  region: ['wallonia'],
  instrument_type: ['loan', 'equity', 'guarantee'],
  topic: ['growth_scaleup', 'financing'],
  applicant_type: ['company'],
  status: notEnded,
  limit: 20,
  lang: 'en',
}

export const enterpriseQuestions: readonly Question[] = [
  {
    asked:
      'Mijn klant is een bakkerij (BV, 4 werknemers) in Gent. Ze vervangt haar gasoven door een elektrische en legt ' +
      'zonnepanelen, samen 80.000 euro. Welke steun is er?',
    calls: [
      [
        'match_company',
        {
          company: bakery,
          project: {
            topics: ['energy_efficiency', 'renewable_energy'],
            budget_eur: 80_000,
            cost_types: ['equipment', 'energy_works'],
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
      // A loan is likely once somebody seeks one.
      assert.equal(statuses['be:pmv-ecoboostlening'], 'possibly_eligible')
      assert.equal(statuses['be:vlaio-ecologiepremie-plus'], 'possibly_eligible')
      assert.equal(statuses['be:fin-investment-deduction-thematic'], 'possibly_eligible')
      assert.equal(statuses['be:fluvius-premies-niet-woongebouwen'], 'possibly_eligible')
      // The trap: solar panels are not on the list of the ecology premium.
      const ecology = matchesOf(matched).find(({ subsidy }) => subsidy.id === 'be:vlaio-ecologiepremie-plus')
      assert.match(ecology?.unevaluated_conditions.map(({ text }) => text).join(' ') ?? '', /geen zonnepanelen/)
      includesAll(fieldsOf(matched), ['project.planned_start', 'answers.assets_are_new'])
    },
  },
  {
    asked: 'Welke waarborg kan een Vlaamse kmo krijgen voor een bankkrediet van 500.000 euro, en wat kost die?',
    calls: [
      [
        'search_subsidies',
        { q: 'waarborg', region: ['flanders'], instrument_type: ['guarantee'], limit: 8, lang: 'nl' },
      ],
      ['get_subsidy', ([found]) => ({ id: titled(found, /waarborgregeling van PMV/i), lang: 'nl' })],
    ],
    says([found, fetched]) {
      // The one for credits above 1.5 million is there to be told apart.
      includesAll(idsOf(found), ['be:pmv-waarborgregeling', 'be:gigarant-guarantee'])
      const { id, amount, status, state_aid: stateAid } = measureOf(fetched)
      assert.deepEqual([id, status, stateAid?.regime], ['be:pmv-waarborgregeling', 'continuous', 'de_minimis'])
      assert.deepEqual([amount?.max, amount?.rate_max], [2_250_000, 0.75])
      assert.match(amount?.note ?? '', /eenmalige premie/)
      saysCondition(measureOf(fetched), /herfinanciert geen bestaand krediet/)
    },
  },
  {
    asked:
      'Quels chèques-entreprises pour une PME de Namur qui veut se protéger contre les cyberattaques ? Quel taux, quel plafond ?',
    calls: [
      [
        'search_subsidies',
        {
          q: 'chèque cybersécurité',
          region: ['wallonia'],
          company_size: 'small',

          limit: 5,
          lang: 'fr',
        },
      ],
      ['get_subsidy', ([found]) => ({ id: titled(found, /cybersécurité/i), lang: 'fr' })],
    ],
    says([found, fetched]) {
      assert.equal(idsOf(found)[0], 'be:spw-cheque-cybersecurite')
      const measure = measureOf(fetched)
      assert.deepEqual([measure.amount?.rate_max, measure.amount?.max], [0.75, 60_000])
      saysCondition(measure, /Keep It Secure/)
      saysCondition(measure, /ne commence pas avant la demande/)
      assert.match(measure.application_window.note ?? '', /réforme des chèques était en préparation/)
    },
  },
  {
    asked: 'A company in Mechelen is about to hire its very first employee. What does it pay less, and for how long?',
    calls: [
      ['search_subsidies', { q: 'first employee', applicant_type: ['company'], limit: 5, lang: 'en' }],
      [
        'explain_eligibility',
        ([found]) => ({
          id: titled(found, /first/i),
          company: { postcode: '2800', applicant_type: 'company', employees: 0 },
          language: 'en',
        }),
      ],
      ['get_subsidy', ([found]) => ({ id: titled(found, /first/i), lang: 'en' })],
    ],
    says([found, explained, fetched]) {
      assert.equal(idsOf(found)[0], 'be:nsso-first-hires')
      const match = explainedOf(explained)
      assert.equal(match.status, 'possibly_eligible')
      assert.equal(match.indicative_amount?.max, 2_000)
      assert.match(match.indicative_amount?.explanation ?? '', /2,000 a quarter without end/)
      includesAll(match.questions, ['answers.be:nsso-first-hires#new-employer'])
      // What nobody could confirm is said.
      assert.match(measureOf(fetched).application_window.note ?? '', /from 1 April 2026 stand in a bill/)
    },
  },
  {
    asked: 'Which public loans or capital are there for a growing manufacturing company in Liège, beside its bank?',
    calls: [
      ['search_subsidies', walloonFinance],
      ['search_subsidies', ([first]) => ({ ...walloonFinance, cursor: nextPage(first) })],
    ],
    says([first, second]) {
      const ids = [...idsOf(first), ...idsOf(second)]
      includesAll(ids, ['be:noshaq-financement', 'be:we-pret-subordonne', 'be:we-garantie', 'be:sfpim-equity'])
      assert.equal(new Set(ids).size, ids.length)
      assert.equal(metaOf(first).total, ids.length)
      assert.ok(![...rowsOf(first), ...rowsOf(second)].some(({ status }) => status === 'closed'))
    },
  },
  {
    asked:
      'When is the next cut-off of the EIC Accelerator, how much is the grant, and may a company without partners apply?',
    calls: [
      ['search_subsidies', { q: 'EIC Accelerator', government_level: ['eu'], limit: 5, lang: 'en' }],
      ['get_subsidy', ([found]) => ({ id: titled(found, /EIC Accelerator/), lang: 'en' })],
    ],
    says([found, fetched]) {
      includesAll(idsOf(found), ['be:eic-accelerator', 'be:eic-accelerator-equity'])
      const measure = measureOf(fetched)
      assert.equal(measure.closes_at?.slice(0, 10), '2026-12-17')
      // Not a cut-off: those of 2026 are past, and the dates of 2027 are said not to be known.
      assert.match(
        measure.application_window.note ?? '',
        /all dates of 2026 for full proposals are past .* 2027.* are not known yet/,
      )
      assert.deepEqual([measure.amount?.max, measure.amount?.rate_max], [2_500_000, 0.7])
      saysCondition(measure, /The applicant is one enterprise/)
    },
  },
  {
    asked:
      'A start-up in Brussels wants to sell in the United States for the first time. Who pays part of fairs and advice?',
    calls: [
      ['search_subsidies', brusselsExport],
      // What is there has no budget left: what else is there that has?
      ['search_subsidies', { ...brusselsExport, status: ['open', 'continuous'] }],
      ['get_subsidy', ([found]) => ({ id: titled(found, /fair/i), lang: 'en' })],
    ],
    says([found, standing, fetched]) {
      const fair = rowsOf(found).find(({ id }) => id === 'be:bee-export-fair')
      assert.equal(fair?.status, 'budget_exhausted')
      const measure = measureOf(fetched)
      assert.equal(measure.id, 'be:bee-export-fair')
      assert.match(measure.application_window.note ?? '', /No new applications since 26 August 2024/)
      includesAll(idsOf(found), ['be:bee-export-prospecting'])
      includesAll(idsOf(standing), ['be:een-services'])
    },
  },
]

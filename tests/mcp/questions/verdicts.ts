/** What is asked of one measure for an enterprise: why not, how much, with what else, and what to ask next. */
import assert from 'node:assert/strict'
import {
  explainedOf,
  fieldsOf,
  idsOf,
  includesAll,
  matchesOf,
  measureOf,
  type Question,
  questionsOf,
  ruleOf,
  saysCondition,
  statusesOf,
  type ToolAnswer,
  titled,
} from './question.ts'

const growth = (found: ToolAnswer | undefined, aid: number): Record<string, unknown> => ({
  id: titled(found, /groeisubsidie/i),
  company: {
    postcode: '8500',
    legal_form: 'BV',
    employees: 30,
    turnover_eur: 6_000_000,
    balance_total_eur: 4_000_000,
    nace: ['28.99'],
    de_minimis_eur: aid,
  },
  project: { topics: ['growth_scaleup'], budget_eur: 60_000, cost_types: ['consultancy'] },
  language: 'nl',
})

export const verdictQuestions: readonly Question[] = [
  {
    asked: 'Waarom krijgt mijn klant, een chemiebedrijf met 400 werknemers in Antwerpen, geen kmo-portefeuille?',
    calls: [
      ['search_subsidies', { q: 'kmo-portefeuille', limit: 3, lang: 'nl' }],
      [
        'explain_eligibility',
        ([found]) => ({
          id: titled(found, /kmo-portefeuille/i),
          company: { postcode: '2030', legal_form: 'NV', employees: 400, nace: ['20.14'] },
          language: 'nl',
        }),
      ],
    ],
    says([found, explained]) {
      assert.equal(idsOf(found)[0], 'be:vlaio-kmo-portefeuille')
      const match = explainedOf(explained)
      assert.deepEqual([match.status, match.indicative_amount], ['not_eligible', null])
      assert.equal(match.reason, 'Niet voldaan: grootte van de onderneming.')
      assert.equal(ruleOf(match, 'company_sizes').outcome, 'fail')
      assert.match(ruleOf(match, 'company_sizes').text, /Niet voldaan: Grote onderneming/)
      // Nothing that the client could still say would change that.
      assert.deepEqual([match.questions, questionsOf(explained)], [[], []])
    },
  },
  {
    asked:
      'Mon client, une SRL de conseil à Ixelles, voudrait un chèque-entreprise wallon. Pourquoi cela ne va-t-il pas ?',
    calls: [
      ['search_subsidies', { q: 'chèque maturité numérique', limit: 3, lang: 'fr' }],
      [
        'explain_eligibility',
        ([found]) => ({
          id: titled(found, /numérique/i),
          company: { postcode: '1050', legal_form: 'SRL', employees: 3, nace: ['70.20'] },
          language: 'fr',
        }),
      ],
    ],
    says([found, explained]) {
      assert.equal(idsOf(found)[0], 'be:spw-cheque-maturite-numerique')
      const match = explainedOf(explained)
      assert.equal(match.status, 'not_eligible')
      assert.equal(match.reason, "Non rempli : région de l'établissement.")
      assert.match(ruleOf(match, 'regions').text, /Wallonie\. Non rempli : Bruxelles/)
    },
  },
  {
    asked:
      'I know only that my client makes software in Antwerp. What should I ask it next to find support for a new product?',
    calls: [
      [
        'match_company',
        {
          company: { postcode: '2000', nace: ['62.10'] },
          project: { topics: ['innovation', 'research_development'] },
          topics_only: true,
          view: 'compact',
          limit: 5,
        },
      ],
      [
        'match_company',
        {
          company: {
            postcode: '2000',
            nace: ['62.10'],
            applicant_type: 'company',
            employees: 12,
            turnover_eur: 1_400_000,
            balance_total_eur: 900_000,
          },
          project: {
            topics: ['innovation', 'research_development'],
            budget_eur: 300_000,
            stages: ['experimental_development'],
          },
          topics_only: true,
          view: 'compact',
          limit: 5,
        },
      ],
    ],
    says([asked, answered]) {
      // Who applies settles most; then what the project is, and how large the client.
      const fields = fieldsOf(asked)
      assert.equal(fields[0], 'company.applicant_types')
      // One question on research stands for the stages of a project.
      includesAll(fields, ['answers.does_research_or_innovation', 'company.employees', 'project.planned_start'])
      const told = ['company.applicant_types', 'company.employees', 'project.stages', 'project.budget_eur']
      assert.deepEqual(
        fieldsOf(answered).filter((field) => told.includes(field)),
        [],
      )
      assert.ok(fieldsOf(answered).length < fields.length)
      assert.equal(statusesOf(asked)['be:vlaio-ontwikkelingsproject'], 'possibly_eligible')
      const project = matchesOf(answered).find(({ subsidy }) => subsidy.id === 'be:vlaio-ontwikkelingsproject')
      // 60 % of 300,000 at most, in an initiative with others, in place of the 3 million that the measure goes up to.
      assert.equal(project?.indicative_amount?.max, 180_000)
    },
  },
  {
    asked:
      'Mijn klant in Kortrijk heeft de laatste drie jaar al 295.000 euro de-minimissteun gekregen. Kan hij nog een ' +
      'kmo-groeisubsidie krijgen?',
    calls: [
      ['search_subsidies', { q: 'kmo-groeisubsidie', limit: 3, lang: 'nl' }],
      ['explain_eligibility', ([found]) => growth(found, 295_000)],
      ['explain_eligibility', ([found]) => growth(found, 300_000)],
    ],
    says([found, below, reached]) {
      assert.equal(idsOf(found)[0], 'be:vlaio-kmo-groeisubsidie')
      const match = explainedOf(below)
      assert.equal(match.status, 'needs_review')
      assert.match(ruleOf(match, 'de-minimis').text, /hoogstens 299\.999,99\. Voldaan: 295\.000/)
      assert.match(match.indicative_amount?.explanation ?? '', /Hoogstens 25\.000 euro voor advies/)
      // A measure with rounds of which nobody knows one that runs says so.
      assert.equal(match.subsidy.status, 'unknown')
      assert.equal(explainedOf(reached).status, 'not_eligible')
      assert.equal(ruleOf(explainedOf(reached), 'de-minimis').outcome, 'fail')
    },
  },
  {
    asked:
      'Mag een bedrijf de ecologiepremie+ combineren met andere steun voor dezelfde investering, zoals de verhoogde investeringsaftrek?',
    calls: [
      ['search_subsidies', { q: 'ecologiepremie', limit: 3, lang: 'nl' }],
      ['get_subsidy', ([found]) => ({ id: titled(found, /ecologiepremie/i), lang: 'nl' })],
    ],
    says([found, fetched]) {
      assert.equal(idsOf(found)[0], 'be:vlaio-ecologiepremie-plus')
      const measure = measureOf(fetched)
      saysCondition(measure, /Voor dezelfde kosten .* noch andere steun/)
      includesAll(measure.related.excludes, ['be:vlaio-strategische-ecologiesteun'])
      assert.equal(measure.state_aid?.regime, 'block_exemption')
    },
  },
  {
    asked:
      'Quelle part du précompte professionnel une société qui occupe des chercheurs peut-elle garder, et pour quels diplômes ?',
    calls: [
      ['search_subsidies', { q: 'précompte professionnel recherche', limit: 5, lang: 'fr' }],
      ['get_subsidy', ([found]) => ({ id: titled(found, /master/i), lang: 'fr' })],
      ['get_subsidy', ([found]) => ({ id: titled(found, /bachelier/i), lang: 'fr' })],
    ],
    says([found, masters, bachelors]) {
      includesAll(idsOf(found), [
        'be:fin-rd-wage-tax-masters',
        'be:fin-rd-wage-tax-bachelors',
        'be:fin-rd-wage-tax-partnership',
      ])
      assert.deepEqual([measureOf(masters).amount?.rate_min, measureOf(masters).amount?.rate_max], [0.8, 0.8])
      assert.deepEqual([measureOf(bachelors).amount?.rate_min, measureOf(bachelors).amount?.rate_max], [0.8, 0.8])
      saysCondition(measureOf(masters), /BELSPO/)
    },
  },
  {
    asked: 'Ein Betrieb in Eupen will einen Langzeitarbeitslosen einstellen. Gibt es einen Zuschuss zum Lohn?',
    calls: [
      ['search_subsidies', { q: 'AktiF', limit: 5, lang: 'fr' }],
      [
        'explain_eligibility',
        ([found]) => ({
          id: titled(found, /^AktiF(?! ?PLUS)/i),
          company: { postcode: '4700', legal_form: 'GmbH', employees: 15, nace: ['25.62'] },
          hire: { age: 40, months_jobseeking: 26, contract: 'permanent', postcode: '4700' },
          language: 'fr',
        }),
      ],
    ],
    says([found, explained]) {
      includesAll(idsOf(found), ['be:dg-aktif', 'be:dg-aktif-plus'])
      const match = explainedOf(explained)
      assert.equal(match.status, 'possibly_eligible')
      assert.equal(match.indicative_amount?.max, 15_120)
      assert.match(match.indicative_amount?.explanation ?? '', /12 mois à 630 euros, puis 12 mois à 377 euros/)
      // The postcode of the home says that the person lives in the area.
      includesAll(match.questions, ['answers.hire_registered_with_adg'])
      assert.ok(!match.questions.includes('answers.worker_lives_in_german_speaking_area'))
    },
  },
]

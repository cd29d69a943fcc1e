/** What accountants and banks ask for enterprises. */
import { alive, type Question, titled } from './question.ts'

const bakery = { postcode: '9000', legal_form: 'BV', employees: 4, nace: ['10.71'] }

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
    says() {},
  },
  {
    asked: 'Welke waarborg kan een Vlaamse kmo krijgen voor een bankkrediet van 500.000 euro, en wat kost die?',
    calls: [
      [
        'search_subsidies',
        { q: 'waarborg', region: ['flanders'], instrument_type: ['guarantee'], status: alive, limit: 8, lang: 'nl' },
      ],
      ['get_subsidy', ([found]) => ({ id: titled(found, /waarborgregeling/i), lang: 'nl' })],
    ],
    says() {},
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
          status: alive,
          limit: 5,
          lang: 'fr',
        },
      ],
      ['get_subsidy', ([found]) => ({ id: titled(found, /cybersécurité/i), lang: 'fr' })],
    ],
    says() {},
  },
  {
    asked: 'A company in Mechelen is about to hire its very first employee. What does it pay less, and for how long?',
    calls: [
      ['search_subsidies', { q: 'first employee', applicant_type: ['company'], status: alive, limit: 5, lang: 'en' }],
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
    says() {},
  },
  {
    asked: 'Which public loans or capital are there for a growing manufacturing company in Liège, beside its bank?',
    calls: [
      [
        'search_subsidies',
        {
          region: ['wallonia'],
          instrument_type: ['loan', 'equity', 'guarantee'],
          topic: ['growth_scaleup', 'financing'],
          applicant_type: ['company'],
          status: alive,
          limit: 15,
          lang: 'en',
        },
      ],
    ],
    says() {},
  },
  {
    asked: 'When is the next cut-off of the EIC Accelerator, how much is the grant, and may a company without partners apply?',
    calls: [
      ['search_subsidies', { q: 'EIC Accelerator', government_level: ['eu'], limit: 5, lang: 'en' }],
      ['get_subsidy', ([found]) => ({ id: titled(found, /EIC Accelerator/), lang: 'en' })],
    ],
    says() {},
  },
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
    says() {},
  },
  {
    asked: 'Mon client, une SRL de conseil à Ixelles, voudrait un chèque-entreprise wallon. Pourquoi cela ne va-t-il pas ?',
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
    says() {},
  },
  {
    asked: 'I know only that my client makes software in Antwerp. What should I ask it next to find support for a new product?',
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
          project: { topics: ['innovation', 'research_development'], budget_eur: 300_000, stages: ['experimental_development'] },
          topics_only: true,
          view: 'compact',
          limit: 5,
        },
      ],
    ],
    says() {},
  },
  {
    asked:
      'Mijn klant in Kortrijk heeft de laatste drie jaar al 295.000 euro de-minimissteun gekregen. Kan hij nog een ' +
      'kmo-groeisubsidie krijgen?',
    calls: [
      ['search_subsidies', { q: 'kmo-groeisubsidie', limit: 3, lang: 'nl' }],
      [
        'explain_eligibility',
        ([found]) => ({
          id: titled(found, /groeisubsidie/i),
          company: {
            postcode: '8500',
            legal_form: 'BV',
            employees: 30,
            turnover_eur: 6_000_000,
            balance_total_eur: 4_000_000,
            nace: ['28.99'],
            de_minimis_eur: 295_000,
          },
          project: { topics: ['growth_scaleup'], budget_eur: 60_000, cost_types: ['consultancy'] },
          language: 'nl',
        }),
      ],
    ],
    says() {},
  },
  {
    asked: 'Mag een bedrijf de ecologiepremie+ combineren met andere steun voor dezelfde investering, zoals de verhoogde investeringsaftrek?',
    calls: [
      ['search_subsidies', { q: 'ecologiepremie', limit: 3, lang: 'nl' }],
      ['get_subsidy', ([found]) => ({ id: titled(found, /ecologiepremie/i), lang: 'nl' })],
    ],
    says() {},
  },
  {
    asked: 'A start-up in Brussels wants to sell in the United States for the first time. Who pays part of fairs and advice?',
    calls: [
      [
        'search_subsidies',
        {
          q: 'export',
          region: ['brussels'],
          topic: ['internationalisation'],
          company_size: 'micro',
          status: alive,
          limit: 10,
          lang: 'en',
        },
      ],
      ['get_subsidy', ([found]) => ({ id: titled(found, /fair|prospect|export/i), lang: 'en' })],
    ],
    says() {},
  },
  {
    asked: 'Quelle part du précompte professionnel une société qui occupe des chercheurs peut-elle garder, et pour quels diplômes ?',
    calls: [
      ['search_subsidies', { q: 'précompte professionnel recherche', limit: 5, lang: 'fr' }],
      ['get_subsidy', ([found]) => ({ id: titled(found, /recherche|chercheur/i), lang: 'fr' })],
    ],
    says() {},
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
    says() {},
  },
]

/** What is asked of deadlines, changes and sources, and what the catalogue does not know. */
import { alive, idsOf, type Question, titled } from './question.ts'

export const watchingQuestions: readonly Question[] = [
  {
    asked: 'Voor welke oproepen waar Vlaamse ondernemingen aan kunnen meedoen moet ik nog dit jaar indienen?',
    calls: [
      [
        'search_subsidies',
        {
          region: ['flanders'],
          status: ['open', 'forthcoming'],
          deadline_after: '2026-11-20',
          deadline_before: '2026-12-31',
          sort: 'deadline',
          limit: 20,
          lang: 'nl',
        },
      ],
    ],
    says() {},
  },
  {
    asked: 'What changed in support measures for Flanders since the first of December?',
    calls: [['list_changes', { since: '2026-12-01', region: ['flanders'], limit: 20 }]],
    says() {},
  },
  {
    asked: "Qu'est-ce qui a changé dans la prime à l'écologie flamande, et que disait-elle fin novembre ?",
    calls: [
      ['search_subsidies', { q: 'ecologiepremie', limit: 3, lang: 'fr' }],
      ['list_changes', ([found]) => ({ subsidy: idsOf(found)[0], since: '2026-12-01', limit: 10 })],
      ['get_subsidy', ([found]) => ({ id: idsOf(found)[0], as_of: '2026-11-30', lang: 'fr' })],
    ],
    says() {},
  },
  {
    asked: 'Where does what you say of VLAIO come from, when was it last read, and may I republish it?',
    calls: [['list_sources', {}]],
    says() {},
  },
  {
    asked: 'Is there a Horizon Europe call on battery recycling that closes before March 2027?',
    calls: [
      ['search_subsidies', { q: 'battery recycling', government_level: ['eu'], deadline_before: '2027-03-01', status: ['open', 'forthcoming'], limit: 5 }],
      ['search_subsidies', { q: 'battery recycling', words: 'most', government_level: ['eu'], limit: 5 }],
    ],
    says() {},
  },
  {
    asked: 'Bestaat er een premie voor een hondenasiel in Limburg?',
    calls: [
      ['search_subsidies', { q: 'hondenasiel', limit: 5, lang: 'nl' }],
      ['search_subsidies', { q: 'premie hondenasiel Limburg', words: 'most', region: ['flanders'], limit: 5, lang: 'nl' }],
    ],
    says() {},
  },
]
void titled
void alive

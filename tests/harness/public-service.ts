/**
 * The service as the public sees it: the bundled curated records, and measures that are hard to show: withdrawn, merged,
 * of which only a link may be shown, in German alone, with very long words, with markup and odd characters in every text.
 */
import assert from 'node:assert/strict'
import { mergeMeasures } from '../../src/measures/merge.ts'
import { withdrawMeasure } from '../../src/measures/withdraw.ts'
import { startCuratedService } from './curated-service.ts'
import { input, sampleDefinition } from './ingestion.ts'
import type { TestService } from './service.ts'

/** An element and an attribute that no page of ours has: whoever finds one has found a text that was taken for markup. */
export const hostileMarkup = `"'><hostile-x data-hostile="1" onload="a()">&lt;b&gt;</title></script><script>a()</script>`
/** Right to left, unseen, outside of the first plane, decomposed. */
export const oddCharacters = 'a\u202eb\u200bc\ufeff𝕏 👩‍🌾 e\u0301 \ufffd'

const longWord = 'Investeringsondersteuningsaanvraagbehandelingstermijnverlengingsbeslissingsbevoegdheid'
const rules = [{ id: 'staff', field: 'company.employees', operator: 'at_most', value: 49 }]

/** Slugs of the hard measures by what is hard about them. */
export const hardMeasures = {
  withdrawn: 'support-withdrawn',
  merged: 'support-merged',
  survivor: 'support-survivor',
  german: 'forderung-auf-deutsch',
  linkOnly: 'support-linkonly',
  long: 'investeringsondersteuningsaanvraagbehandelingstermijnverlengingsbeslissingsbevoe',
  hostile: 'support-hostile-x-data-hostile-1-onload-a-lt-b-gt-title-script-script-a-script',
} as const

const mixedInputs = [
  input('withdrawn', { summary: 'A measure that an operator has withdrawn.' }),
  input('merged', { summary: 'The same measure once more.' }),
  input('survivor', { summary: 'The measure that the other leads to.' }),
  input('german', {
    title: { de: 'Förderung auf Deutsch' },
    summary: { de: 'Zuschuss für Unternehmen der Deutschsprachigen Gemeinschaft.' },
    description: {
      de: 'Wer in Ostbelgien investiert, kann einen Zuschuss beantragen. Darüber entscheidet die Gemeinschaft.',
    },
  }),
  input('long', {
    title: { nl: `${longWord} ${longWord.toLowerCase()}`, fr: longWord, en: longWord },
    summary: { nl: longWord.repeat(3), fr: longWord.repeat(3), en: longWord.repeat(3) },
    description: { nl: longWord.repeat(8), en: longWord.repeat(8) },
    issuer: { id: 'long', name: longWord, url: `https://alpha.example/${'a'.repeat(300)}` },
    conditions: [{ id: 'c-long', text: { nl: longWord.repeat(4), en: longWord.repeat(4) } }],
    application: {
      steps: [longWord.repeat(3), 'Een korte stap.'],
      documents: [longWord.repeat(2)],
      contact: {
        name: longWord,
        email: `${longWord.toLowerCase()}@alpha.example`,
        phone: '+32 2 123 45 67 89 01 2',
      },
      decision_days: 3650,
      payment: 'after_proof',
      note: longWord.repeat(3),
    },
    application_url: `https://alpha.example/${'c'.repeat(300)}`,
    legal_basis: [{ title: longWord.repeat(2), url: `https://alpha.example/${'b'.repeat(300)}` }],
  }),
  input('hostile', {
    title: { nl: `Steun ${hostileMarkup}`, fr: `Aide ${hostileMarkup}`, en: `Support ${hostileMarkup}` },
    summary: { nl: `${hostileMarkup} ${oddCharacters}`, en: `${hostileMarkup} ${oddCharacters}` },
    description: { nl: `${hostileMarkup}\n\n[x](javascript:a())\n\n${oddCharacters}`, en: hostileMarkup },
    issuer: { id: 'hostile', name: hostileMarkup, url: 'https://alpha.example/%22%3E%3Chostile-x%3E' },
    application_window: { opens_at: '2026-01-01', closes_at: '2026-12-11', note: hostileMarkup },
    amount: { currency: 'EUR', min: 1, max: 999_999_999, rate_min: 0.01, rate_max: 1, note: hostileMarkup },
    conditions: [
      { id: 'c-one', text: hostileMarkup },
      { id: 'c-rank', text: oddCharacters, kind: 'assessment' },
    ],
    legal_basis: [{ title: hostileMarkup, url: 'https://alpha.example/law' }],
    application: {
      steps: [hostileMarkup, oddCharacters],
      documents: [hostileMarkup],
      contact: {
        name: hostileMarkup,
        url: 'https://alpha.example/%22%3E%3Chostile-x%3E',
        email: "a'b?cc=c&subject=d%0A@alpha.example",
        phone: '(02) 123-45/67',
      },
      note: oddCharacters,
    },
    keywords: { nl: [hostileMarkup.slice(0, 60)] },
    state_aid: { regime: 'de_minimis', note: hostileMarkup },
    rules,
  }),
]

const linkedInputs = [
  input('linkonly', {
    summary: 'Only a link to this may be shown.',
    description: 'Of this text nothing may be shown.',
    rules,
  }),
]

/** Whoever starts it stops it. `environment`: variables that the service reads. */
export async function startPublicService(environment: Record<string, string> = {}): Promise<TestService> {
  const linked = { id: 'linked', prefix: 'li', name: 'Linked', publisher: 'Agency Linked', reuse_mode: 'link_only' }
  const definitions = [sampleDefinition(), sampleDefinition(linked)]
  const service = await startCuratedService(undefined, { definitions, environment })
  try {
    for (const [source, inputs] of [
      ['alpha', mixedInputs],
      ['linked', linkedInputs],
    ] as const) {
      const run = await service.publish(inputs, source)
      assert.equal(run.rejected, 0, JSON.stringify(run))
    }
    await withdrawMeasure(service.means, 'al:withdrawn')
    await mergeMeasures(service.means, 'al:merged', 'al:survivor')
  } catch (fault) {
    // Its process would go on for ever.
    await service.stop()
    throw fault
  }
  return service
}

/** Whoever checks a company without script: one address, forms filled in and sent. */
import assert from 'node:assert/strict'
import type { Engine } from './databases.ts'
import { type Form, formsIn, pressing, type Typed } from './forms.ts'
import { type Answer, call } from './http.ts'
import { input } from './ingestion.ts'
import { type ReadPage, readPage } from './page-reader.ts'
import { startService, type TestService } from './service.ts'

export type Checked = Answer & { page: ReadPage; forms: Form[] }

/** A service with the measures that are checked, those of a test's own among them, and addresses that nobody has come from yet. */
export async function startChecking(
  engine: Engine,
  environment: Record<string, string> = {},
  own: readonly Record<string, unknown>[] = [],
): Promise<{ service: TestService; visitor(): string }> {
  const service = await startService(engine, { environment: { TRUST_PROXY: '127.0.0.0/8', ...environment } })
  assert.equal((await service.publish([...checkedMeasures(), ...own])).rejected, 0)
  await service.get('/v1/key')
  let visitors = 0
  return {
    service,
    visitor() {
      visitors += 1
      return `198.51.${visitors >> 8}.${visitors & 255}`
    },
  }
}

const sent = {
  'sec-fetch-site': 'same-origin',
  accept: 'text/html',
  'content-type': 'application/x-www-form-urlencoded',
}

/** Sends a form from an address; the service trusts this machine to name it (`TRUST_PROXY`). */
export async function send(
  service: TestService,
  address: string,
  { action, body }: { action: string; body: string },
  headers: Record<string, string> = {},
): Promise<Checked> {
  const answer = await call(service.origin, 'POST', action, {
    headers: { ...sent, 'x-forwarded-for': address, ...headers },
    body,
  })
  return { ...answer, page: readPage(answer), forms: formsIn(answer) }
}

/** The first form of a language, as it is asked for, filled in and sent. */
export async function begin(service: TestService, address: string, typed: Typed, path = '/en/check'): Promise<Checked> {
  const first = await call(service.origin, 'GET', path, { headers: { 'x-forwarded-for': address } })
  assert.equal(first.status, 200)
  const form = formsIn(first).find(({ fields }) => fields.some(([name]) => name === 'postcode'))
  assert.ok(form)
  return send(service, address, pressing(form, typed, null))
}

export function formNamed({ forms }: Pick<Checked, 'forms'>, id: 'question' | 'again'): Form {
  const form = forms.find((one) => one.id === id)
  assert.ok(form, `there is no form ${id}`)
  return form
}

/** The property that is asked for; null: nothing is left to ask. */
export function askedIn({ forms }: Pick<Checked, 'forms'>): string | null {
  const form = forms.find(({ id }) => id === 'question')
  return form?.fields.find(([name]) => name === 'asked')?.[1] ?? null
}

export async function answer(
  service: TestService,
  address: string,
  before: Checked,
  work: 'yes' | 'no' | 'unknown' | 'answer',
  typed: Typed = {},
): Promise<Checked> {
  return send(service, address, pressing(formNamed(before, 'question'), typed, { name: 'do', value: work }))
}

/** What the forms carry, as JSON. */
export function keptIn({ forms }: Pick<Checked, 'forms'>): Record<string, unknown> {
  const text = forms.flatMap(({ fields }) => fields).find(([name]) => name === 'kept')?.[1]
  assert.ok(text !== undefined, 'nothing is carried')
  return JSON.parse(text)
}

/** The measures of the list, best first, with the word of each on how it stands. */
export function listIn({ body }: Pick<Answer, 'body'>): { slug: string; status: string }[] {
  const html = body.toString('utf8')
  const list = html.slice(html.indexOf('<ul class="measures">'))
  return [
    ...list.matchAll(/<p class="standing"><span class="chip (\w+)">.*?<h3><a href="\/\w+\/measures\/([^"]+)"/g),
  ].map(([, status = '', slug = '']) => ({ status, slug }))
}

/** A text that is markup, in a title. */
export const markup = '"><script>alert(1)</script>'

/** Measures of which each shows one thing: by place, by age, with a condition of its own, withheld, closed, and many that are paused. */
function checkedMeasures(): Record<string, unknown>[] {
  const small = { id: 'small', field: 'company.employees', operator: 'at_most', value: 49 }
  return [
    input('flemish', { title: { en: 'Flemish grant' }, status: 'open', regions: ['flanders'], rules: [small] }),
    input('walloon', { title: { en: 'Walloon grant' }, status: 'open', regions: ['wallonia'], rules: [small] }),
    input('young', {
      title: { en: 'Grant for the young' },
      status: 'open',
      amount: { max: 5000 },
      rules: [small, { id: 'age', field: 'company.age_months', operator: 'at_most', value: 36 }],
    }),
    input('own', {
      title: { nl: 'Premie op maat', en: 'Grant of its own' },
      status: 'open',
      rules: [small],
      conditions: [
        { id: 'roof', text: { nl: 'Het dak is <b>rood</b>.' }, kind: 'eligibility' },
        { id: 'rank', text: { en: 'A jury ranks the files.' }, kind: 'assessment' },
      ],
    }),
    input('secret', {
      title: { en: 'Silent grant' },
      status: 'open',
      rules: [small],
      conditions: [{ id: 'hidden', text: { en: 'Words of others.' }, kind: 'eligibility' }],
      licence: { summary: 'link_only', description: 'link_only', conditions: 'link_only' },
    }),
    input('markup', { title: { en: `Sheds ${markup}` }, status: 'open', rules: [small] }),
    input('school', { title: { en: 'School grant' }, status: 'open', topics: ['training'], rules: [small] }),
    input('withdrawn', { title: { en: 'Grant withdrawn' }, status: 'open', rules: [small] }),
    input('gone', { title: { en: 'Closed grant' }, status: 'closed', rules: [small] }),
    ...Array.from({ length: 40 }, (_, number) =>
      input(`many-${number}`, { title: { en: `Orchard grant ${number}` }, status: 'paused', rules: [small] }),
    ),
  ]
}

/** Rules and panels (deploy/monitoring/) name only what the service shows, and whoever is woken finds what to do. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { before, test } from 'node:test'
import { createServer } from 'node:tls'
import { parse, stringify } from 'yaml'
import { families, labelNameOf } from '../../src/platform/metrics/families.ts'
import { certificate } from '../harness/certificates.ts'
import { engines } from '../harness/databases.ts'
import { startMailServer } from '../harness/mail-server.ts'
import { processScene, records } from '../harness/process.ts'
import {
  familiesIn,
  metricsOrigin,
  promtool,
  promtoolMissing,
  type Sample,
  samplesIn,
  scrape,
} from '../harness/scrapes.ts'
import { projectRoot, until } from '../harness/started-process.ts'

type Rule = { alert: string; expr: string; labels: { severity: string }; annotations: Record<string, string> }
type Panel = { title: string; description?: string; type: string; targets?: { expr: string }[] }
type RuleTest = { promql_expr_test: { expr: string; exp_samples: { labels: string }[] }[] }

const folder = path.join(projectRoot, 'deploy', 'monitoring')
const read = (file: string): string => readFileSync(path.join(folder, file), 'utf8')
const rules: Rule[] = parse(read('rules.yml')).groups.flatMap((group: { rules: Rule[] }) => group.rules)
const dashboard: { panels: Panel[]; annotations: { list: { expr: string }[] } } = JSON.parse(read('dashboard.json'))
const charts = dashboard.panels.filter(({ type }) => type !== 'row')

const expressions = [
  ...rules.map(({ alert, expr }) => ({ of: alert, expr })),
  ...charts.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ of: title, expr }))),
  ...dashboard.annotations.list.map(({ expr }) => ({ of: 'annotation', expr })),
]

/** What Prometheus itself says of each target, and adds to each series of it. */
const ofPrometheus = { metrics: ['up'], labels: ['job', 'instance'] }

type Shown = { families: Map<string, string>; samples: Sample[] }
const shown: Shown = { families: new Map(), samples: [] }

/** All that processes of every role, on every engine, have shown. */
before(async () => {
  await using mail = await startMailServer()
  const balancer = createServer(certificate({ names: ['127.0.0.1'], by: null }))
    .listen(0, '127.0.0.1')
    .unref()
  await once(balancer, 'listening')
  const BASE_URL = `https://127.0.0.1:${(balancer.address() as AddressInfo).port}`
  const environment = { METRICS_PORT: '0', SMTP_URL: mail.url, MAIL_FROM: 'us@example.org' }
  for (const engine of engines) {
    await using scene = await processScene(engine, { environment })
    await scene.lists('city', records(2))
    await scene.operator.done('ingest', 'city')
    const file = path.join(scene.folder, 'backup')
    await scene.operator.done('backup', '--to', file, '--ledger', `${file}.ledger`)
    const both = await scene.serve()
    const [api, worker] = [
      await scene.serve(['--role', 'api']),
      scene.start(['serve', '--role', 'worker'], { BASE_URL }),
    ]
    const { key } = await scene.customer('enterprise')
    await both.get('/v1/subsidies', { key })
    await api.get('/v1/health')
    await api.get('/v1/subsidies', { key: 'no key at all' })
    const origins = await Promise.all([both.process, api.process, worker].map(metricsOrigin))
    await until('each shows what the store was asked', async () => {
      const texts = await Promise.all(origins.map(async (origin) => String((await scrape(origin)).body)))
      for (const text of texts) {
        for (const [name, type] of familiesIn(text)) shown.families.set(name, type)
        shown.samples.push(...samplesIn(text))
      }
      const ofStore = texts.every((text) => text.includes('subsidies_source_freshness{source="city"'))
      const [, ofApi = '', ofWorker = ''] = texts
      const isLooked =
        /^subsidies_certificate_left_seconds 0$/m.test(ofWorker) && ofWorker.includes('subsidies_mail_server_up 1')
      return ofStore && isLooked && !ofApi.includes('subsidies_mail_server_up')
    })
    const ages = shown.samples.filter(({ name }) => name === 'subsidies_backup_age_seconds')
    assert.ok(
      ages.length > 0 && ages.every(({ value }) => value < 120),
      'how old a backup is goes by when it was taken',
    )
  }
  balancer.close()
})

/** Names of the series that a family has. */
function seriesOf(name: string, type: string): string[] {
  return type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => `${name}${end}`) : [name]
}

const nameForm = /\b(?:subsidies|nodejs|process)_\w+|\bup\b(?=[{\s]|$)/g
const selectorForm = /\b([a-z]\w*)\{([^}]*)\}/g
const matcherForm = /(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"/g
const groupingForm = /\b(?:by|on|without|ignoring)\s*\(([^)]*)\)/g

test('every metric that a rule or a panel names is one that a process shows', () => {
  const series = new Set([...shown.families].flatMap(([name, type]) => seriesOf(name, type)))
  const unknown = expressions.flatMap(({ of, expr }) =>
    [...expr.replaceAll(/"[^"]*"/g, '').matchAll(nameForm)]
      .map(([name]) => name)
      .filter((name) => !series.has(name) && !ofPrometheus.metrics.includes(name))
      .map((name) => `${of}: ${name}`),
  )
  assert.deepEqual(unknown, [])
  // Else nothing above was looked at.
  assert.ok(expressions.every(({ expr }) => (expr.match(nameForm) ?? []).length > 0))
})

/** Of what these processes have not done there is a family, and no series yet that has its labels: they stand where it is made. */
const promised = new Map(
  Object.values(families).flatMap(({ counter, labels, seconds }): [string, readonly string[]][] => [
    ...(counter === null ? [] : ([[`${counter}_total`, labels]] as [string, readonly string[]][])),
    ...(seconds === undefined
      ? []
      : seriesOf(`${seconds.name}_seconds`, 'histogram').map((name): [string, readonly string[]] => [
          name,
          [...seconds.labels, 'le'],
        ])),
  ]),
)

function labelsOf(name: string): ReadonlySet<string> {
  const seen = shown.samples.filter((sample) => sample.name === name).flatMap(({ labels }) => Object.keys(labels))
  return new Set([...seen, ...(promised.get(name) ?? []).map(labelNameOf), ...ofPrometheus.labels])
}

test('every label that a rule or a panel goes by is one that its metric has', () => {
  const unknown: string[] = []
  for (const { of, expr } of expressions) {
    for (const [, name = '', matchers = ''] of expr.matchAll(selectorForm)) {
      const labels = labelsOf(name)
      for (const [, label = ''] of matchers.matchAll(matcherForm))
        if (!labels.has(label)) unknown.push(`${of}: ${name} has no ${label}`)
    }
    const all = new Set([...expr.matchAll(nameForm)].flatMap(([name]) => [...labelsOf(name)]))
    for (const [, names = ''] of expr.matchAll(groupingForm))
      for (const label of names.split(',').map((one) => one.trim()))
        if (label !== '' && !all.has(label)) unknown.push(`${of}: nothing there has ${label}`)
  }
  assert.deepEqual(unknown, [])
})

test('every value that a rule looks for is one that its label takes', () => {
  // A status of the web, a code, and an outcome that has not come yet are of vocabularies that are not shown as a whole.
  const unseen = new Set(['status', 'route', 'code', 'outcome', 'job', 'instance'])
  const plain = /^[\w-]+(?:\|[\w-]+)*$/
  const unknown: string[] = []
  for (const { alert, expr } of rules) {
    for (const [, name = '', matchers = ''] of expr.matchAll(selectorForm)) {
      for (const [, label = '', , value = ''] of matchers.matchAll(matcherForm)) {
        if (unseen.has(label) || !plain.test(value)) continue
        const seen = new Set(shown.samples.filter((one) => one.name === name).map(({ labels }) => labels[label]))
        for (const one of value.split('|')) if (!seen.has(one)) unknown.push(`${alert}: ${name} ${label}=${one}`)
      }
    }
  }
  assert.deepEqual(unknown, [])
})

test('an alert says in words what it is, whom it wakes, and where it stands what to do', () => {
  const faults = rules.flatMap(({ alert, labels, annotations }) => {
    const { summary = '', description = '', runbook = '' } = annotations
    const [page = '', place = ''] = runbook.split('#')
    const headings = headingsOf(path.join(projectRoot, page))
    const hasAll = summary.length > 10 && description.length > 10 && ['page', 'ticket'].includes(labels.severity)
    return hasAll && place === alert.toLowerCase() && headings.has(place) ? [] : [alert]
  })
  assert.deepEqual(faults, [])
  assert.equal(new Set(rules.map(({ alert }) => alert)).size, rules.length)
})

test('what stands about alerts is about alerts that there are', () => {
  const told = [...headingsOf(path.join(projectRoot, 'docs', 'alerts.md'))].filter((one) => one.startsWith('subsidies'))
  assert.deepEqual(told.toSorted(), rules.map(({ alert }) => alert.toLowerCase()).toSorted())
})

/** As links name them. */
function headingsOf(file: string): Set<string> {
  return new Set(
    [...readFileSync(file, 'utf8').matchAll(/^#+ (\w+)$/gm)].map(([, heading = '']) => heading.toLowerCase()),
  )
}

test('a panel says what it shows', () => {
  assert.deepEqual(
    charts.filter(({ description = '' }) => description.length < 5).map(({ title }) => title),
    [],
  )
})

test('of every alert there is a night on which it fires, and one on which nothing does', () => {
  const nights: RuleTest[] = parse(read('rules.test.yml')).tests
  const firing = new Set(
    nights.flatMap(({ promql_expr_test }) =>
      promql_expr_test.flatMap(({ exp_samples }) =>
        exp_samples.map(({ labels }) => /alertname="(\w+)"/.exec(labels)?.[1] ?? ''),
      ),
    ),
  )
  assert.deepEqual([...firing].toSorted(), rules.map(({ alert }) => alert).toSorted())
  assert.ok(
    nights.some(({ promql_expr_test }) => promql_expr_test.every(({ exp_samples }) => exp_samples.length === 0)),
  )
})

for (const words of [
  ['check', 'rules', 'rules.yml'],
  ['check', 'config', 'prometheus.yml'],
  ['test', 'rules', 'rules.test.yml'],
])
  test(`promtool ${words.join(' ')}: nothing is wrong`, { skip: promtoolMissing }, () => {
    const { status, output } = promtool(words, folder)
    assert.equal(status, 0, output)
    assert.match(output, /SUCCESS/)
  })

test('promtool reads every panel as a query', { skip: promtoolMissing }, async () => {
  const scratch = await mkdtemp(path.join(tmpdir(), 'subsidies-'))
  try {
    // What Grafana puts in the place of its variables.
    const plain = (expr: string): string => expr.replaceAll('$__rate_interval', '1m').replaceAll('$instance', '.*')
    const asRules = expressions.map(({ expr }, place) => ({ record: `panel_${place}`, expr: plain(expr) }))
    await writeFile(path.join(scratch, 'panels.yml'), stringify({ groups: [{ name: 'panels', rules: asRules }] }))
    const { status, output } = promtool(['check', 'rules', 'panels.yml'], scratch)
    assert.equal(status, 0, output)
    assert.match(output, new RegExp(`${expressions.length} rules found`))
  } finally {
    await rm(scratch, { recursive: true })
  }
})

/** The table of plans in the docs, held against the plans. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { type Plan, plans } from '../../src/accounts/plans.ts'
import { capabilities, planIds } from '../../src/values/vocabularies.ts'
import { projectRoot } from '../harness/started-process.ts'

const figure = (value: number | null): string =>
  value === null ? 'unlimited' : value === 0 ? 'none' : value.toLocaleString('en')
const rows: [name: string, of: (plan: Plan) => string][] = [
  ['', ({ label }) => label],
  ['Requests a month', ({ monthlyRequests }) => figure(monthlyRequests)],
  ['Match evaluations a month', ({ monthlyMatchEvaluations }) => figure(monthlyMatchEvaluations)],
  ['Requests a second', ({ rateLimitRps }) => figure(rateLimitRps)],
  ['API keys', ({ apiKeys }) => figure(apiKeys)],
  ['Rows a page', ({ maxPageSize }) => figure(maxPageSize)],
  ['Companies in a bulk match', ({ maxBulkCompanies }) => figure(maxBulkCompanies)],
  ['Companies on watchlists', ({ watchlistCompanies }) => figure(watchlistCompanies)],
  ['Webhook endpoints', ({ webhookEndpoints }) => figure(webhookEndpoints)],
  ...(
    [
      ['Change feed', 'change_feed'],
      ['Versions (`history`)', 'history'],
      ['Point in time (`as_of`)', 'as_of'],
      ['Webhooks', 'webhooks'],
      ['Bulk match', 'bulk_match'],
      ['Watchlists', 'watchlists'],
      ['Export', 'bulk_export'],
      ['Redistribution rights, by contract', 'redistribution_rights'],
    ] as const
  ).map(([name, capability]): [string, (plan: Plan) => string] => [
    name,
    (plan) => (plan.capabilities[capability] ? 'yes' : 'no'),
  ]),
]

test('docs/guide/limits.md has every figure and capability of every plan', () => {
  const text = readFileSync(path.join(projectRoot, 'docs', 'guide', 'limits.md'), 'utf8')
  const [, section = ''] = text.split('## What plans hold\n')
  const table = section
    .split('\n')
    .filter((line) => line.startsWith('|') && !line.startsWith('|-'))
    .slice(0, rows.length)
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    )
  assert.deepEqual(
    table,
    rows.map(([name, of]) => [name, ...planIds.map((id) => of(plans[id]))]),
  )
  assert.equal(rows.filter(([, of]) => ['yes', 'no'].includes(of(plans.developer))).length, capabilities.length)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fullInput, resolvedOf, sampleSource } from '../../../tests/harness/sample-measures.ts'
import { measureSummary } from './event-summary.ts'

const content = {
  record: resolvedOf(fullInput({ title: { nl: 'Groene premie' }, issuer: null })),
  status: 'open' as const,
  closes_at: Date.UTC(2026, 4, 31, 15),
}

test('an event tells nine things of its measure, its title in every language', () => {
  assert.deepEqual(Object.entries(measureSummary(content, sampleSource)), [
    ['title', { nl: 'Groene premie', fr: null, en: null, de: null }],
    ['status', 'open'],
    ['instrument_type', 'grant'],
    ['issuer', { id: 'flemish-aid', name: 'Agentschap Voorbeeld' }],
    ['closes_at', '2026-05-31T17:00:00+02:00'],
    ['regions', ['flanders']],
    ['topics', ['energy_efficiency', 'investment']],
    ['url', 'https://example.be/groen'],
    ['source_id', 'flemish-aid'],
  ])
})

test('a reminder tells the deadline that it speaks of', () => {
  const summary = measureSummary(content, sampleSource, Date.UTC(2026, 8, 30, 22) - 1)
  assert.equal(summary.closes_at, '2026-09-30T23:59:59.999+02:00')
  assert.equal(measureSummary({ ...content, closes_at: null }, sampleSource).closes_at, null)
})

test('a link or a name by language is the English one where there is one', () => {
  const url = { nl: 'https://example.be/nl', en: 'https://example.be/en' }
  const issuer = { id: 'x', name: { nl: 'Naam', en: 'Name' } }
  const summary = measureSummary({ ...content, record: resolvedOf(fullInput({ url, issuer })) }, sampleSource)
  assert.equal(summary.url, 'https://example.be/en')
  assert.equal(summary.issuer.name, 'Name')
})

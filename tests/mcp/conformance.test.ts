/** The protocol's own conformance suite, revision by revision: every scenario that a server of tools can be asked. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { engines } from '../harness/databases.ts'
import { clientsFolder, clientsMissing, type KeyAdder, startClient, startKeyAdder } from '../harness/mcp-clients.ts'
import { startService, type TestService } from '../harness/service.ts'

const suite = path.join(clientsFolder, 'node_modules', '@modelcontextprotocol', 'conformance', 'dist', 'index.js')
const baseline = path.join(clientsFolder, 'conformance-baseline.yml')

const scenarios: [revision: string, ...names: string[]][] = [
  ['2025-06-18', 'server-initialize', 'ping', 'tools-list'],
  ['2025-11-25', 'server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'],
  ['2026-07-28', 'server-stateless', 'tools-list', 'caching', 'http-header-validation', 'dns-rebinding-protection'],
]
const allPassed = /Passed: ([1-9]\d*)\/\1, 0 failed, 0 warnings/
const somePassed = /Passed: [1-9]\d*\/[\s\S]*Baseline check passed/
/** Those of which some checks stand in the baseline. */
const partial = ['server-stateless', 'caching']

let service: TestService
let front: KeyAdder
let results: string
before(async () => {
  const [embedded] = engines
  assert.ok(embedded)
  service = await startService(embedded)
  front = await startKeyAdder(service.origin, service.keys.enterprise)
  results = await mkdtemp(path.join(tmpdir(), 'conformance-'))
})
after(async () => {
  await front.stop()
  await service.stop()
  await rm(results, { recursive: true, force: true })
})

for (const [revision, ...names] of scenarios) {
  for (const name of names) {
    test(`revision ${revision} is kept to: ${name}`, { skip: clientsMissing }, async () => {
      const { code, words } = await run(revision, name)
      assert.equal(code, 0, words)
      // A scenario of which nothing was checked says nothing.
      assert.match(words, partial.includes(name) ? somePassed : allPassed)
    })
  }
}

async function run(revision: string, scenario: string): Promise<{ code: number | null; words: string }> {
  const running = startClient(suite, [
    ...['server', '--url', front.url, '--scenario', scenario, '--spec-version', revision, '-o', results],
    ...(partial.includes(scenario) ? ['--expected-failures', baseline] : []),
  ])
  const { code } = await running.end()
  return { code, words: running.out + running.error }
}

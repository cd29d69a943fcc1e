/** Wrong usage: told in the form that was asked for, with exit status 2, before anything is opened. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commandPaths, hostWith, whatKeeps } from '../../tests/harness/begun-command.ts'
import { WrongSetting } from '../platform/settings.ts'
import { runProgram } from './program.ts'

const wrongUsages: string[] = [
  '',
  'frob',
  'accounts',
  'accounts create',
  'accounts create --email a@b.be --plan gold',
  'accounts create --email',
  'accounts set-plan acc_1',
  'accounts set-plan acc_1 gold',
  'accounts list extra',
  'keys create --account a@b.be --mode prod --name x',
  'keys create --account a@b.be --mode live',
  'keys revoke',
  'serve --role all',
  'sources show',
  'sources confirm',
  'ingest city --file',
  'measures merge one',
  'doctor --loud',
  'openapi 3',
  'webhooks',
  'webhooks listen',
  'webhooks listen --to localhost:3000',
  'webhooks listen --to ftp://localhost/hook',
  'webhooks listen --to http://me:secret@localhost/hook',
  'webhooks listen --to http://localhost --base-url example.org',
  'webhooks listen --to http://localhost --base-url https://example.org/v1',
  'webhooks listen --to http://localhost --secret sm_test_1',
  'webhooks listen --to http://localhost --event-types subsidy.made',
  'webhooks listen --to http://localhost --regions flanders,bruges',
  'webhooks listen --to http://localhost --topics none',
  'webhooks listen --to http://localhost --subsidy-ids slug',
  'webhooks listen --to http://localhost --key sm_test_1',
]
for (const words of wrongUsages) {
  test(`"subsidies ${words}" is wrong usage: exit status 2, one document or a line on standard error, nothing opened`, async () => {
    const given = words.split(' ').filter((word) => word !== '')
    const json = hostWith()
    assert.equal(await runProgram([...given, '--json'], json.host), 2)
    const { error } = JSON.parse(json.texts.out)
    assert.deepEqual(Object.keys(error), ['code', 'message', 'details'])
    assert.equal(error.code, 'usage')
    assert.match(error.message, /^[^(].{10,}/)
    assert.equal(json.texts.error, '')

    const plain = hostWith()
    assert.equal(await runProgram(given, plain.host), 2)
    assert.equal(plain.texts.out, '')
    assert.notEqual(plain.texts.error, '')
  })
}

test('a plan that does not exist is told what is accepted, none where that is', async () => {
  for (const [words, accepted] of [
    [['accounts', 'create', '--email', 'a@b.be', '--plan', 'gold'], 'developer, pro, business, enterprise'],
    [['accounts', 'set-plan', 'acc_1', 'gold'], 'developer, pro, business, enterprise, none, stripe'],
  ] as const) {
    const { texts, host } = hostWith()
    assert.equal(await runProgram([...words], host), 2)
    assert.equal(texts.error, `The plan must be one of ${accepted}, not "gold".\n`)
  }
})

test('--help is text for a person, and with --json a document', async () => {
  const plain = hostWith()
  assert.equal(await runProgram(['keys', '--help'], plain.host), 0)
  assert.match(plain.texts.out, /^Usage: subsidies keys /)
  const json = hostWith()
  assert.equal(await runProgram(['keys', '--help', '--json'], json.host), 0)
  assert.match(JSON.parse(json.texts.out).help, /^Usage: subsidies keys /)
})

test('--version is that of the release, and with --json a document; nothing is opened for it', async () => {
  const plain = hostWith()
  assert.equal(await runProgram(['--version'], plain.host), 0)
  assert.deepEqual(plain.texts, { out: '1.2.3\n', error: '' })
  for (const words of [
    ['--version', '--json'],
    ['--json', '--version'],
  ]) {
    const json = hostWith()
    assert.equal(await runProgram(words, json.host), 0)
    assert.deepEqual(json.texts, { out: '{"version":"1.2.3"}\n', error: '' })
  }
})

test('--json after -- is a word of the command like any other', async () => {
  const { texts, host } = hostWith({ withSources: () => Promise.reject(new WrongSetting('PORT must be a number.')) })
  assert.equal(await runProgram(['sources', 'show', '--', '--json'], host), 1)
  assert.deepEqual(texts, { out: '', error: 'PORT must be a number.\n' })
})

test('a worker with --json prints one document at its end; what listens has printed its own', async () => {
  for (const [words, out] of [
    [['serve', '--role', 'worker'], '{"stopped":true}\n'],
    [['serve', '--role', 'api'], ''],
    [['serve'], ''],
  ] as const) {
    const { texts, host } = hostWith({ serve: () => Promise.resolve() })
    assert.equal(await runProgram([...words, '--json'], host), 0)
    assert.equal(texts.out, out)
  }
})

test("every command's help ends with examples of its own, and each of them is carried out", async () => {
  const paths = await commandPaths()
  assert.ok(paths.includes('keys create') && paths.length > 25, paths.join(', '))
  for (const path of paths) {
    const { texts, host } = hostWith()
    assert.equal(await runProgram([...path.split(' ').filter((word) => word !== ''), '--help'], host), 0)
    const examples = (texts.out.split('\nExamples:\n')[1] ?? '').trimEnd().split('\n')
    assert.ok(examples.length > 0, path)
    for (const example of examples) {
      const words = example.trim().split(' ')
      assert.deepEqual(words.slice(0, 2), ['npx', 'subsidies'], example)
      assert.equal(words.slice(2).join(' ').startsWith(path), true, `${example} is one of ${path}`)
      assert.equal(await whatKeeps(words.slice(2)), null, example)
    }
  }
})

const missing: [words: string, missing: string[]][] = [
  ['keys create', ['--account <account>', '--mode <mode>', '--name <name>']],
  ['keys create --mode live', ['--account <account>', '--name <name>']],
  ['accounts set-plan', ['<account>', '<plan>']],
  ['accounts set-plan an@example.org', ['<plan>']],
  ['accounts export', ['<account>', '--to <file>']],
  ['measures merge', ['<duplicate>', '<survivor>']],
]
for (const [words, expected] of missing) {
  test(`"${words}" says everything that is missing at once, and a line that works`, async () => {
    const plain = hostWith()
    assert.equal(await runProgram(words.split(' '), plain.host), 2)
    const [first, example = '', help] = plain.texts.error.trimEnd().split('\n')
    assert.equal(first, `missing: ${expected.join(', ')}`)
    assert.equal(await whatKeeps(example.replace('For example: npx subsidies ', '').split(' ')), null, example)
    const path = words.split(' ').slice(0, 2).join(' ')
    assert.equal(help, `What it takes: npx subsidies ${path} --help`)

    const json = hostWith()
    assert.equal(await runProgram([...words.split(' '), '--json'], json.host), 2)
    assert.deepEqual(JSON.parse(json.texts.out).error.details, { missing: expected })
  })
}

test('a command that is misspelt is told the nearest', async () => {
  const { texts, host } = hostWith()
  assert.equal(await runProgram(['sources', 'lits'], host), 2)
  assert.match(texts.error, /unknown command 'lits'.*Did you mean list\?/s)
})

/** What a new user of the client reads, carried out as it stands: the quickstart from an empty folder on, and its README. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { holdFreePort } from '../../../src/platform/http/listen-fault.ts'
import { signatureOf } from '../../../src/webhooks/signature.ts'
import { startCuratedService } from '../../harness/curated-service.ts'
import { codeBlocks, missing } from '../../harness/docs-examples.ts'
import { call } from '../../harness/http.ts'
import { projectRoot, startProgram, until } from '../../harness/started-process.ts'
import { clientProject, nodesHere, packClient } from '../../harness/typescript-client.ts'

const service = await startCuratedService()
after(() => service.stop())
const run = promisify(execFile)
const { PATH = '', HOME = '' } = process.env

const page = await readFile(path.join(projectRoot, 'docs', 'guide', 'typescript.md'), 'utf8')
const blocks = codeBlocks(page.replaceAll('https://<host>', service.origin))
const [project, program, start] = blocks.map(({ text }) => text)

for (const { node, major } of nodesHere()) {
  test(`the quickstart, from an empty folder to the table, on Node ${major}`, { skip: missing.sh }, async (t) => {
    const empty = await mkdtemp(path.join(tmpdir(), 'quickstart-'))
    t.after(() => rm(empty, { recursive: true }))
    const packing = path.join(empty, 'elsewhere')
    await mkdir(packing)
    const packed = await packClient(packing)
    await cp(packed, path.join(empty, path.basename(packed)))
    await rm(packing, { recursive: true })
    const lines = [project, `cat > support.mjs <<'END'\n${program}\nEND`, start].join('\n')
    const environment = {
      PATH: `${path.dirname(node)}${path.delimiter}${PATH}`,
      HOME,
      KEY: service.keys.developer,
      npm_config_offline: 'true',
      npm_config_loglevel: 'error',
    }
    const begun = performance.now()
    const { stdout, stderr } = await run('bash', ['-ec', lines], { cwd: empty, env: environment })
    const seconds = (performance.now() - begun) / 1_000
    t.diagnostic(`the commands took ${seconds.toFixed(1)} s`)
    assert.equal(stderr, '')

    const shown = stdout.slice(stdout.indexOf('┌'))
    const json = {
      company: { postcode: '9000', employees: 8, legal_form: 'BV', nace: ['10.71'] },
      project: { topics: ['energy_efficiency'], budget_eur: 40_000 },
      topics_only: true,
      limit: 10,
    }
    const answer = await call(service.origin, 'POST', '/v1/match', { key: service.keys.enterprise, json })
    const { matches, questions, meta } = answer.json() as {
      matches: { subsidy: { title: string } }[]
      questions: { question: string }[]
      meta: { disclaimer: string }
    }
    assert.equal(matches.length, 10)
    for (const { subsidy } of matches)
      assert.ok(shown.includes(subsidy.title.slice(0, 40)), `${subsidy.title}\n${shown}`)
    assert.ok(shown.includes(`Ask next: ${questions[0]?.question}`))
    assert.ok(shown.includes(meta.disclaimer))
  })
}

test('the quickstart is as long as it says', () => {
  const length = (text = ''): number => text.split('\n').filter((line) => line.trim() !== '').length
  const [, shell, lines] = /(\d+) lines in a shell and a program of (\d+) lines/.exec(page) ?? []
  assert.deepEqual([length(project) + length(start), length(program)], [Number(shell), Number(lines)])
})

test('the program of the quickstart is TypeScript too, strict', async () => {
  await using typed = await clientProject()
  await writeFile(path.join(typed.folder, 'support.ts'), program ?? '')
  const compilerOptions = { strict: true, noEmit: true, types: [], module: 'nodenext', target: 'es2022' }
  await writeFile(
    path.join(typed.folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { ...compilerOptions, lib: ['es2023', 'dom'] }, files: ['support.ts'] }),
  )
  const tsc = path.join(projectRoot, 'node_modules', '.bin', 'tsc')
  const { stdout } = await run(tsc, ['-p', '.'], { cwd: typed.folder }).catch((failure) => failure)
  assert.equal(stdout, '')
})

const readme = await readFile(path.join(projectRoot, 'clients', 'typescript', 'README.md'), 'utf8')
const programs = codeBlocks(readme).filter(({ language }) => language === 'js')
const isReceiver = (text: string): boolean => text.includes('createServer')

for (const { node, major } of nodesHere()) {
  test(`every program of the README runs as it stands, on Node ${major}`, async () => {
    await using installed = await clientProject()
    const environment = { SUBSIDIES_KEY: service.keys.business, SUBSIDIES_URL: service.origin }
    for (const [place, { text }] of programs.entries()) {
      if (isReceiver(text)) continue
      service.clock.advance({ seconds: 1 })
      assert.notEqual((await installed.program(`program-${place}.mjs`, text, environment, node)).trim(), '', text)
    }
  })
}

for (const { node, major } of nodesHere()) {
  test(`the receiver of the README takes what is signed, and refuses what is not, on Node ${major}`, async (t) => {
    await using installed = await clientProject()
    const receiver = programs.find(({ text }) => isReceiver(text)) ?? assert.fail()
    const file = path.join(installed.folder, 'receiver.mjs')
    await writeFile(file, receiver.text)
    const { port, release } = await holdFreePort('127.0.0.1')
    await release()
    const environment = { WEBHOOK_SECRET: 'whsec_x', PORT: String(port) }
    const child = startProgram(node, [file], { environment, cwd: installed.folder })
    t.after(() => child.kill())
    const body = JSON.stringify({ id: 'chg_1', event: 'ping', data: {} })
    const post = async (signature: string): Promise<number> => {
      const headers = { 'service-signature': signature }
      return (await call(`http://127.0.0.1:${port}`, 'POST', '/', { body, headers })).status
    }
    const now = Math.floor(Date.now() / 1_000)
    await until('it listens', () =>
      post('').then(
        () => true,
        () => false,
      ),
    )
    assert.equal(await post(signatureOf('whsec_x', now, body)), 204)
    assert.equal(await post(signatureOf('whsec_y', now, body)), 400)
    assert.match(child.out, /chg_1 ping/)
  })
}

test('the README fits a page, and names the file that is packed', async () => {
  assert.ok(readme.split('\n').length < 150)
  const { version } = JSON.parse(
    await readFile(path.join(projectRoot, 'clients', 'typescript', 'package.json'), 'utf8'),
  )
  for (const text of [readme, page]) assert.ok(text.includes(`subsidy-measures-client-${version}.tgz`))
})

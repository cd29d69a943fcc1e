/** The client as it is handed out: packed, installed into an empty project, and used there. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { version } from '../../../clients/typescript/src/settings.ts'
import { startCuratedService } from '../../harness/curated-service.ts'
import { projectRoot } from '../../harness/started-process.ts'
import { clientProject, nodesHere } from '../../harness/typescript-client.ts'

const service = await startCuratedService()
after(() => service.stop())
const project = await clientProject()
after(() => project[Symbol.asyncDispose]())
const environment = { SUBSIDIES_KEY: service.keys.business, SUBSIDIES_URL: service.origin }

const tsc = path.join(projectRoot, 'node_modules', '.bin', 'tsc')
const run = promisify(execFile)

/** What the compiler says of the project's files, under its strictest settings, the package's own declarations included. */
async function compiled(settings: Record<string, unknown>, files: Record<string, string>): Promise<string> {
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(project.folder, name), text)
  const compilerOptions = {
    ...{ strict: true, noEmit: true, skipLibCheck: false, types: [], target: 'es2022' },
    ...{ exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, noPropertyAccessFromIndexSignature: true },
    ...settings,
  }
  const config = path.join(project.folder, 'tsconfig.json')
  await writeFile(config, JSON.stringify({ compilerOptions, files: Object.keys(files) }))
  return run(tsc, ['-p', config], { cwd: project.folder }).then(
    () => '',
    (failure: { stdout: string }) => failure.stdout,
  )
}

test('the package holds what runs, its types, its README and its licence, MIT, and depends on nothing', async () => {
  const kinds = new Set(
    project.packed.filter((name) => name.includes('.')).map((name) => /(\.d\.ts|\.[a-z]+)$/.exec(name)?.[1]),
  )
  assert.deepEqual([...kinds].toSorted(), ['.d.ts', '.js', '.json', '.md'])
  assert.ok(project.packed.includes('LICENSE'))
  const told = JSON.parse(
    await readFile(path.join(project.folder, 'node_modules', 'subsidy-measures-client', 'package.json'), 'utf8'),
  )
  assert.equal(told.dependencies ?? told.peerDependencies ?? told.optionalDependencies, undefined)
  assert.equal(told.license, 'MIT')
  const document = JSON.parse(await readFile(path.join(projectRoot, 'openapi.json'), 'utf8'))
  assert.equal(told.version, document.info.version, 'the version is that of the document')
  assert.equal(version, document.info.version, 'and what a client names itself by')
})

for (const { node, major } of nodesHere()) {
  test(`plain JavaScript on Node ${major}: a call, a list, a copy in a folder, a webhook`, async () => {
    const program = `
      import { SubsidiesClient, ApiError, verifyWebhook } from 'subsidy-measures-client'
      import { FileStore } from 'subsidy-measures-client/file-store'
      const client = new SubsidiesClient()
      const plans = await client.listPlans()
      let open = 0
      for await (const subsidy of client.eachSubsidy({ status: ['open', 'continuous'] })) open += 1
      const store = new FileStore('copy-${major}')
      const first = await client.sync(store)
      const again = await client.sync(store)
      const refused = await client.getSubsidy('be:nothing').catch((error) => error instanceof ApiError && error.code)
      const forged = await verifyWebhook('{}', 't=1,v1=' + '0'.repeat(64), 'whsec_x').catch((error) => error.name)
      console.log(JSON.stringify({ plans: plans.data.length, open, first, again, refused, forged, node: process.version }))
    `
    const said = JSON.parse(await project.program(`program-${major}.mjs`, program, environment, node))
    assert.equal(said.plans, 4)
    assert.ok(said.open > 20)
    assert.equal(said.first.added, said.first.measures)
    assert.ok(said.first.measures >= said.open)
    assert.deepEqual(said.again, { ...said.first, added: 0 })
    assert.equal(said.refused, 'subsidy_not_found')
    assert.equal(said.forged, 'WebhookSignatureError')
  })
}

const typed = `
  import { ApiError, MemoryStore, SubsidiesClient, verifyWebhook } from 'subsidy-measures-client'
  import type { Subsidy, CompactSubsidy, SubsidyStatus, WebhookEvent, CopyStore } from 'subsidy-measures-client'
  import { FileStore } from 'subsidy-measures-client/file-store'
  const client = new SubsidiesClient({ key: 'k', baseUrl: 'https://x.example' })
  export async function program(): Promise<void> {
    const rows: CompactSubsidy[] = (await client.listSubsidies({ status: ['open'], limit: 2 })).data
    const whole: Subsidy[] = (await client.listSubsidies({ view: 'full' })).data
    for await (const one of client.eachSubsidy({ view: 'full' })) one.application_window.cut_offs.length
    const known: SubsidyStatus = 'open'
    const isNew: boolean = rows.some(({ status }) => status === 'a word of tomorrow')
    const held: { data: Subsidy } | null = await client.getSubsidy('a:b', { ifNoneMatch: '"x"' })
    const sure: { data: Subsidy } = await client.getSubsidy('a:b', { lang: 'nl' })
    const stores: CopyStore[] = [new MemoryStore(), new FileStore('copy')]
    const event: WebhookEvent = await verifyWebhook(new Uint8Array(), null, 's')
    if (event.data.subject === 'subsidy') event.data.subsidy_id satisfies string
    try {
      await client.matchCompany({ company: { postcode: '9000', nace: ['62.010'] } })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code === 'plan_required') error.details.required_plan satisfies string | null
      if (error.code === 'invalid_body') error.details.field satisfies string
      if (error.code === 'match_quota_exceeded') error.details.limit satisfies number
    }
    console.log(rows, whole, known, isNew, held, sure, stores)
  }
`
for (const [name, settings] of [
  ['Node', { module: 'nodenext', moduleResolution: 'nodenext', lib: ['es2023', 'dom'] }],
  ['a bundler for browsers', { module: 'esnext', moduleResolution: 'bundler', lib: ['es2022', 'dom'] }],
] as const) {
  test(`types for ${name}: strict, with the declarations checked, without a cast`, async () => {
    assert.equal(await compiled(settings, { 'typed.ts': typed }), '')
  })
}

test('what the service does not take is no program: a word, a name, details of another code', async () => {
  const wrong = `
    import { ApiError, SubsidiesClient } from 'subsidy-measures-client'
    const client = new SubsidiesClient()
    export const word = client.listSubsidies({ status: ['opened'] })
    export const name = client.listSubsidies({ regions: ['flanders'] })
    export const nested = client.matchCompany({ company: { postal_code: '9000' } })
    export const none = client.createWatchlist({})
    export const row = client.listSubsidies({}).then(({ data }) => data[0]?.application_window)
    export const details = (error: ApiError) => error.code === 'invalid_body' && error.details.parameter
  `
  const said = await compiled({ module: 'nodenext', lib: ['es2023', 'dom'] }, { 'wrong.ts': wrong })
  assert.deepEqual(
    [...said.matchAll(/^wrong\.ts\((\d+),/gm)].map(([, line]) => Number(line)),
    [4, 5, 6, 7, 8, 9],
  )
})

test('the main entry reaches for nothing of Node', async () => {
  const installed = path.join(project.folder, 'node_modules', 'subsidy-measures-client')
  const reached = new Set<string>()
  const open = ['dist/subsidy-measures-client.js']
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (reached.has(file)) continue
    reached.add(file)
    const text = await readFile(path.join(installed, file), 'utf8')
    for (const [, target = ''] of text.matchAll(/(?:from|import\()\s*['"]([^'"]+)['"]/g)) {
      assert.match(target, /^\.\.?\//, `${file} imports ${target}`)
      open.push(path.posix.join(path.posix.dirname(file), target))
    }
    assert.doesNotMatch(text, /\bBuffer\.|\brequire\(/, file)
  }
  assert.ok(reached.size > 10)
})

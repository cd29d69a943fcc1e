/**
 * Names of natural persons, of their establishments, and contact data stand in the register's files, and nowhere here: in no answer, no
 * line of a log or a command, no table, no file, no backup and no export, also while a load is under way and after one that was killed.
 */
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { zstdDecompressSync } from 'node:zlib'
import type { Database } from '../../src/platform/database/database.ts'
import { type Engine, engines } from '../harness/databases.ts'
import { call } from '../harness/http.ts'
import { type ListeningRelay, startListeningRelay } from '../harness/listening-relay.ts'
import { type ProcessScene, processScene, record } from '../harness/process.ts'
import {
  type CompanyGiven,
  dotted,
  type FileGiven,
  numberOf,
  rowsOf,
  writeRegisterFile,
} from '../harness/register-files.ts'
import { until } from '../harness/started-process.ts'

/** Words that stand in no other text. Letters of ASCII alone, so that every encoding but UTF-16 writes them alike. */
const secrets = ['Quibbelaar', 'Zwanenzangsalon', 'xylofoon7', '0470112233', 'Verzwegenlaan', 'Zolderkamertje']
const [person, company] = [9_999_999, 9_999_998].map(numberOf) as [string, string]
const [salon, door] = [89_999_999, 89_999_998].map(numberOf) as [string, string]

const given: CompanyGiven[] = [
  {
    number: person,
    kind: 'natural',
    names: ['001', '002', '003', '004'].map((type): [string, string, string] => [
      '2',
      type,
      `Zefanja Quibbelaar ${type}`,
    ]),
    office: ['8000', 'Verzwegenlaan'],
    establishments: [{ number: salon, postcode: '4000', municipality: 'Liège' }],
    activities: [['001', '2025', '96210', 'MAIN']],
  },
  {
    number: company,
    names: [['2', '001', 'Openbare Vennootschap']],
    office: ['9000', 'Gent'],
    establishments: [{ number: door, postcode: '9000', municipality: 'Gent' }],
  },
]

function fileOf(more: readonly CompanyGiven[] = []): FileGiven {
  const rows = rowsOf([...given, ...more])
  for (const entity of [salon, door]) rows.denomination.push([dotted(entity), '2', '003', 'Zwanenzangsalon'])
  for (const entity of [person, salon, company])
    rows.address.push([
      dotted(entity),
      'OBAD',
      '',
      '',
      '9000',
      'Gent',
      'Gent',
      'Verzwegenlaan',
      '',
      '1',
      '',
      'Zolderkamertje',
      '',
    ])
  const contacts = [
    [dotted(person), 'ENT', 'EMAIL', 'xylofoon7@private.example'],
    [dotted(salon), 'ESTB', 'TEL', '0470112233'],
    [dotted(company), 'ENT', 'TEL', '0470112233'],
  ]
  return { day: '06-07-2025', rows, contacts }
}

/** Natural persons enough for a load to be met under way. */
const crowd = Array.from({ length: 60_000 }, (_, index): CompanyGiven => {
  const number = numberOf(5_000_000 + index)
  return {
    number,
    kind: 'natural',
    names: [
      ['2', '001', `Quibbelaar ${index}`],
      ['1', '003', 'Quibbelaar'],
    ],
  }
})

function secretsIn(bytes: Buffer): string[] {
  return secrets.filter((word) =>
    [word, word.toLowerCase(), word.toUpperCase()].some(
      (form) => bytes.includes(form) || bytes.includes(Buffer.from(form, 'utf16le')),
    ),
  )
}

/** The files below a folder that hold any of the words. */
function filesThatSay(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => secretsIn(readFileSync(file)).length > 0)
}

/** Every row of every table of a PostgreSQL database, as text. */
async function dumpOf(database: Database): Promise<Buffer> {
  const tables = await database.all<{ name: string }>(
    `select quote_ident(n.nspname) || '.' || quote_ident(c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'm') and n.nspname <> 'information_schema'`,
  )
  assert.ok(tables.length > 20)
  const texts: string[] = []
  for (const { name } of tables) {
    const rows = await database.all<{ text: string }>(`select cast(t as text) as text from ${name} t`)
    texts.push(name, ...rows.map(({ text }) => text))
  }
  return Buffer.from(texts.join('\n'))
}

type Place = { scene: ProcessScene; files: string; relay: ListeningRelay | null }

async function inPlace(engine: Engine, work: (place: Place) => Promise<void>): Promise<void> {
  // The register's own files lie elsewhere than all that is searched.
  const files = mkdtempSync(path.join(tmpdir(), 'subsidies-published-'))
  const relay = engine.name === 'postgres' ? await startListeningRelay(process.env.TEST_DATABASE_URL ?? '') : null
  try {
    await using scene = await processScene(engine, { environment: { LOG_LEVEL: 'trace' } })
    const temporary = path.join(scene.folder, 'temporary')
    mkdirSync(temporary)
    scene.environment.TMPDIR = temporary
    if (relay !== null) scene.environment.DATABASE_URL = relay.urlOf(scene.environment.DATABASE_URL ?? '')
    await work({ scene, files, relay })
  } finally {
    await relay?.[Symbol.asyncDispose]()
    await rm(files, { recursive: true })
  }
}

/** Nothing of it lies anywhere, was sent to the server, or stands in its tables. */
async function assertSilent({ scene, relay }: Place, when: string): Promise<void> {
  assert.deepEqual(filesThatSay(scene.folder), [], when)
  if (relay === null) return
  assert.deepEqual(secretsIn(relay.sent()), [], when)
  assert.deepEqual(secretsIn(await dumpOf(await scene.database())), [], when)
}

for (const engine of engines) {
  test(`${engine.name}: names of natural persons stand in no answer, no log, no command, no table, no file, no backup and no export`, () =>
    inPlace(engine, async (place) => {
      const { scene, files } = place
      await scene.lists('city', [record('m1', { status: 'open' })])
      const service = await scene.serve()
      const { key } = await scene.customer('enterprise')
      const file = path.join(files, 'KboOpenData.zip')
      writeRegisterFile(file, fileOf())
      const update = path.join(files, 'KboOpenDataUpdate.zip')
      writeRegisterFile(update, {
        ...fileOf(),
        extract: 142,
        day: '07-07-2025',
        deleted: { denomination: [person, salon] },
      })
      const backup = path.join(scene.folder, 'backup.file')
      const said: string[] = []
      for (const words of [
        ['companies', 'load', '--file', file],
        ['companies', 'load', '--file', update, '--json'],
        ['companies', 'show', person],
        ['companies', 'show', salon, '--json'],
        ['companies', 'status'],
        ['doctor'],
        ['backup', '--to', backup],
      ]) {
        const { out, error, status } = await scene.command(...words)
        assert.ok(status === 0 || words[0] === 'doctor', `${words.join(' ')}: ${out}${error}`)
        said.push(out, error)
      }
      const post = (address: string, json: unknown) => call(service.origin, 'POST', address, { key, json })
      for (const number of [person, salon]) {
        const asked = number === salon ? { establishment_number: number } : { enterprise_number: number }
        const answers = [
          await service.get(`/v1/companies/${number}`, { key }),
          await post('/v1/match', { company: asked, include_not_eligible: true }),
          await post('/v1/match/bulk', { companies: [{ reference: 'a', company: asked }] }),
          await service.get('/v1/export/subsidies.ndjson', { key }),
        ]
        for (const answer of answers) {
          assert.equal(answer.status, 200, answer.body.toString())
          said.push(answer.body.toString(), JSON.stringify(answer.headers))
        }
      }
      const { data } = (await service.get(`/v1/companies/${company}`, { key })).json() as { data: { name: string } }
      assert.equal(data.name, 'Openbare Vennootschap', 'the name of a legal person is told')
      await assertSilent(place, 'while the service runs')
      service.process.child.kill('SIGTERM')
      await service.process.end()
      said.push(service.process.out, service.process.error)
      assert.deepEqual(secretsIn(Buffer.from(said.join('\n'))), [])
      const content = unpacked(readFileSync(backup))
      assert.deepEqual(secretsIn(content), [])
      assert.ok(
        !content.includes('Openbare Vennootschap') && !content.includes('company_register'),
        'no register in a backup',
      )
      await assertSilent(place, 'after the service')
    }))

  test(`${engine.name}: while a load is under way and after one that was killed nothing of them lies anywhere, and the next load clears up`, () =>
    inPlace(engine, async (place) => {
      const { scene, files } = place
      const [small, large] = ['small.zip', 'large.zip'].map((name) => path.join(files, name)) as [string, string]
      writeRegisterFile(small, fileOf())
      writeRegisterFile(large, { ...fileOf(crowd), extract: 142, day: '07-07-2025' })
      await scene.operator.done('companies', 'load', '--file', small)
      const folder = path.join(scene.environment.DATA_DIR ?? '', 'companies')
      const database = await scene.database()
      const isUnderWay = async (): Promise<boolean> => {
        if (engine.name === 'sqlite') return readdirSync(folder).some((name) => name.startsWith('unfinished-'))
        const { there } = (await database.one<{ there: string | null }>(
          "select cast(to_regclass('company_register_name_next') as text) as there",
        )) ?? { there: null }
        return there !== null
      }
      const load = scene.start(['companies', 'load', '--file', large])
      await until('the load is under way', isUnderWay)
      load.child.kill('SIGSTOP')
      assert.ok(load.isRunning)
      await assertSilent(place, 'under way')
      load.child.kill('SIGKILL')
      await load.end()
      assert.ok(await isUnderWay(), 'what it had begun is left')
      await assertSilent(place, 'killed')
      assert.deepEqual(secretsIn(Buffer.from(load.out + load.error)), [])
      const before = await scene.operator.done<{ extract: number }>('companies', 'status')
      assert.equal(before.extract, 141)
      // The name of the one that was killed is free again when its lease is over.
      const { extract } = await until('the next load', async () => {
        const result = await scene.operator.command('companies', 'load', '--file', large, '--json')
        return result.status === 0 ? result.document<{ extract: number }>() : null
      })
      assert.equal(extract, 142)
      assert.equal(await isUnderWay(), false)
      await assertSilent(place, 'loaded')
    }))
}

/** A backup's lines: a header, then what is compressed by Zstandard. */
function unpacked(file: Buffer): Buffer {
  const begin = file.indexOf(Buffer.from([0x28, 0xb5, 0x2f, 0xfd]))
  assert.ok(begin >= 0)
  return zstdDecompressSync(file.subarray(begin))
}

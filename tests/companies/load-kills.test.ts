/**
 * Loads of the register while others read it: each answer is of one register, the one before a load or the one after it, whatever
 * becomes of the load. `KILLS` says at how many moments a load is killed.
 */
import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { openRegister } from '../../src/companies/open-register.ts'
import type { Found } from '../../src/companies/registered-company.ts'
import { openDatabase } from '../../src/platform/database/open.ts'
import { type Engine, engines } from '../harness/databases.ts'
import { type ProcessScene, processScene } from '../harness/process.ts'
import { chanceOf } from '../harness/random-matches.ts'
import { type CompanyGiven, type FileGiven, numberOf, rowsOf, writeRegisterFile } from '../harness/register-files.ts'
import { repeated } from '../harness/repeated.ts'

const kills = repeated('KILLS', { few: 5, many: 20 })
const companies = 15_000
const numbers = Array.from({ length: companies }, (_, index) => numberOf(4_000_000 + index))
/** Companies that are looked at after each end of a load, and by each look of a reader. */
const looked = 40
const towns = [
  ['9000', 'Gent', '44021'],
  ['4000', 'Liège', '62063'],
] as const

/** Everything that is said of a company tells of which extract it is. */
function companiesOf(extract: number): CompanyGiven[] {
  const [postcode, town] = towns[extract % 2] ?? towns[0]
  return numbers.map((number, index) => ({
    number,
    names: [['2', '001', `Company of ${extract}`]],
    office: [postcode, town],
    establishments: [{ number: numberOf(20_000_000 + index), postcode, municipality: town }],
    activities: [['006', '2025', extract % 2 === 0 ? '10711' : '62100', 'MAIN']],
  }))
}

function isOf(extract: number, { company, loaded }: Found): boolean {
  const [postcode, , nis] = towns[extract % 2] ?? towns[0]
  return (
    loaded.extract === extract &&
    company.name === `Company of ${extract}` &&
    company.office?.municipality === nis &&
    company.establishments.items[0]?.place?.postcode === postcode &&
    company.nace[0]?.code === (extract % 2 === 0 ? '10711' : '62100')
  )
}

const dayOf = (extract: number): string => `${String(extract - 140).padStart(2, '0')}-11-2026`

function fileOf(extract: number, kind: 'full' | 'update'): FileGiven {
  const rows = rowsOf(companiesOf(extract))
  const all = { enterprise: numbers, denomination: numbers, activity: numbers }
  const establishments = numbers.map((_, index) => numberOf(20_000_000 + index))
  const deleted = { ...all, establishment: establishments, address: [...numbers, ...establishments] }
  return { extract, day: dayOf(extract), rows, ...(kind === 'update' ? { deleted } : {}) }
}

type Reading = AsyncDisposable & { look(): Promise<ReadonlyMap<string, Found>>; extract(): Promise<number | null> }

async function readingOf(scene: ProcessScene, engine: Engine): Promise<Reading> {
  const { DATABASE_URL: url = null, DATA_DIR: dataDir = '' } = scene.environment
  const settings = { databaseUrl: engine.name === 'sqlite' ? null : url, dataDir, databasePool: 4 }
  const database = await openDatabase(settings)
  const { register } = await openRegister(database, settings, () => Date.now())
  const chance = chanceOf(11)
  return {
    look: () =>
      register.find(
        Array.from({ length: looked }, () => chance.oneOf(numbers)),
        database,
        'match',
      ),
    extract: async () => (await register.loaded())?.extract ?? null,
    async [Symbol.asyncDispose]() {
      register.close()
      await database.close()
    },
  }
}

for (const engine of engines) {
  test(`${engine.name}: a load that is killed at ${kills} moments leaves the register as it was or as it would be, and the next load goes on`, async () => {
    await using scene = await processScene(engine)
    const files = path.join(scene.folder, 'files')
    await mkdir(files)
    const fileFor = (extract: number, kind: 'full' | 'update'): string => {
      const file = path.join(files, `${extract}-${kind}.zip`)
      writeRegisterFile(file, fileOf(extract, kind))
      return file
    }
    const load = (file: string) => scene.start(['companies', 'load', '--file', file, '--json'])
    assert.equal((await load(fileFor(141, 'full')).end()).code, 0)
    await using reading = await readingOf(scene, engine)
    let extract = 141
    const chance = chanceOf(7)
    let begun = 0
    for (let kill = 0; kill < kills; kill += 1) {
      const next = extract + 1
      const kind = kill % 2 === 0 ? 'update' : 'full'
      const program = load(fileFor(next, kind))
      await program.printed(/megabytes/, 'error')
      await wait(chance.below(1_500))
      if (program.isRunning) begun += 1
      await program.kill()
      // Its turn would end by itself 15 s later, which the last load waits for.
      if (kill < kills - 1)
        await (await scene.database()).counters.run("delete from held_lease where name = 'company-register'")
      const now = await reading.extract()
      assert.ok(now === extract || now === next, `extract ${now} after ${extract} and a killed load of ${next}`)
      extract = now ?? extract
      const found = [...(await reading.look()).values()]
      assert.ok(found.length > 0)
      assert.deepEqual(found.filter((one) => !isOf(extract, one)).length, 0, `after kill ${kill}`)
    }
    assert.ok(begun > 0, 'no load was killed while it was under way')
    const last = await load(fileFor(extract + 1, 'full')).end()
    assert.equal(last.code, 0)
    assert.equal(await reading.extract(), extract + 1)
  })

  test(`${engine.name}: while full files and updates are loaded every look is answered, and each company is of one register`, async () => {
    await using scene = await processScene(engine)
    const file = path.join(scene.folder, 'register.zip')
    const load = async (extract: number, kind: 'full' | 'update'): Promise<void> => {
      writeRegisterFile(file, fileOf(extract, kind))
      const result = await scene.command('companies', 'load', '--file', file, '--json')
      assert.equal(result.status, 0, result.out)
    }
    await load(141, 'full')
    await using reading = await readingOf(scene, engine)
    let isOver = false
    const seen = new Set<number>()
    const read = async (): Promise<number> => {
      let looks = 0
      while (!isOver) {
        const found = [...(await reading.look()).values()]
        assert.ok(found.length > 0, 'a look found nothing')
        for (const one of found) {
          seen.add(one.loaded.extract)
          assert.ok(isOf(one.loaded.extract, one), `mixed: ${JSON.stringify(one.company)}`)
        }
        looks += 1
        await wait(1)
      }
      return looks
    }
    const readers = [read(), read(), read()]
    for (const [extract, kind] of [
      [142, 'update'],
      [143, 'full'],
      [144, 'update'],
      [145, 'full'],
    ] as const)
      await load(extract, kind).catch((fault: unknown) => {
        isOver = true
        throw fault
      })
    isOver = true
    const looks = await Promise.all(readers)
    assert.ok(looks.every((count) => count > 20))
    assert.ok(seen.size >= 4, `${[...seen]}`)
  })
}

/** The register of companies: what is kept of an extract, on both engines, and what is not. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { engines } from '../../../tests/harness/databases.ts'
import { type CompanyGiven, dotted, numberOf, rowsOf } from '../../../tests/harness/register-files.ts'
import { loadedOn, type RegisterScene, registerScene } from '../../../tests/harness/register-scene.ts'
import { forgetCompany } from '../companies.ts'
import { ExtractFault } from '../extract/extract-fault.ts'
import type { KeptRow } from './kept-rows.ts'
import { RegisterBusy } from './register-faults.ts'

const [bakery, person, association, several, ceased, abroad] = [
  4_030_192, 5_012_345, 4_100_001, 4_200_002, 4_300_003, 4_400_004,
].map(numberOf) as [string, string, string, string, string, string]
const young = numberOf(10_000_017)
const [oven, counter, stall] = [20_000_031, 20_000_047, 21_000_059].map(numberOf) as [string, string, string]

const companies: CompanyGiven[] = [
  {
    number: bakery,
    form: '015',
    formOf2019: '610',
    started: '01-06-2015',
    names: [
      ['2', '003', 'De Gouden Korst'],
      ['1', '001', 'Boulangerie Exemple'],
      ['2', '001', 'Bakkerij Voorbeeld'],
    ],
    office: ['9000', 'Gent'],
    establishments: [{ number: oven, postcode: '9000', municipality: 'Gent', started: '15-09-2015' }],
    activities: [
      ['001', '2025', '47241', 'MAIN'],
      ['006', '2025', '10711', 'MAIN'],
      ['006', '2025', '47241', 'SECO'],
      ['006', '2008', '10711', 'MAIN'],
      ['001', '2003', '15811', 'MAIN'],
      ['001', '2025', '56110', 'ANCI'],
    ],
  },
  {
    number: person,
    kind: 'natural',
    names: [['2', '001', 'Zefanja Voorbeeldsma']],
    office: ['8000', 'Brugge'],
    establishments: [{ number: stall, postcode: '8310', municipality: 'Assebroek' }],
    activities: [['001', '2025', '96021', 'MAIN', stall]],
  },
  { number: association, form: '017', names: [['1', '001', 'Exemple ASBL']], office: ['4000', 'Liège'] },
  {
    number: several,
    names: [['2', '001', 'Meer Deuren']],
    office: ['2000', 'Antwerpen'],
    establishments: Array.from({ length: 103 }, (_, index) => ({
      number: numberOf(30_000_000 + index),
      postcode: index === 0 ? '1000' : '3000',
      municipality: index === 0 ? 'Brussel' : 'Leuven',
    })),
  },
  { number: ceased, status: 'ST', names: [['2', '001', 'Gestopt']], office: ['9000', 'Gent'] },
  {
    number: young,
    form: '',
    names: [['0', '001', 'Nieuw Nummer']],
    establishments: [{ number: counter, postcode: '9999', municipality: 'Nergens' }],
  },
]

async function* someEnterprises(): AsyncGenerator<KeptRow> {
  for (const number of [young, abroad]) yield [Number(number), 2, '610', 1, '2020-01-01']
}

async function loadedScene(engine: (typeof engines)[number]): Promise<RegisterScene> {
  const scene = await registerScene(engine)
  const rows = rowsOf(companies)
  const foreign = rowsOf([{ number: abroad, form: '030', names: [['1', '001', 'Exemple étranger']] }])
  for (const table of Object.keys(rows) as (keyof typeof rows)[]) rows[table].push(...foreign[table])
  rows.address.push([dotted(abroad), 'REGO', 'Frankrijk', 'France', '9000', 'Lille', 'Lille', '', '', '', '', '', ''])
  rows.address.push([dotted(bakery), 'OBAD', '', '', '1000', 'Brussel', 'Bruxelles', '', '', '', '', '', ''])
  rows.address.push([dotted(association), 'REGO', '', '', '5000', 'Namur', 'Namur', '', '', '', '', '', '01-02-2020'])
  await scene.load({ rows })
  return scene
}

/** Of the folder of the register on the embedded engine; none elsewhere. */
function filesOf({ store }: RegisterScene): { name: string; bytes: Buffer }[] {
  const folder = path.join(store.settings.dataDir, 'companies')
  if (store.settings.databaseUrl !== null) return []
  return readdirSync(folder).map((name) => ({ name, bytes: readFileSync(path.join(folder, name)) }))
}

async function* someNames(): AsyncGenerator<[number, string, string]> {
  for (let number = 1; number <= 10_000; number += 1) yield [number, '2', `Voorbeeld ${number}`]
}

for (const engine of engines) {
  test(`${engine.name}: a company is read by its number with form, day, office, establishments and activities in their versions`, async () => {
    await using scene = await loadedScene(engine)
    const found = (await scene.companies.find([bakery])).get(bakery)
    assert.deepEqual(found, {
      company: {
        number: bakery,
        kind: 'legal_person',
        legalForm: '610',
        foundedOn: '2015-06-01',
        isActive: true,
        name: 'Bakkerij Voorbeeld',
        office: { postcode: '9000', municipality: '44021' },
        establishments: {
          total: 1,
          items: [{ number: oven, place: { postcode: '9000', municipality: '44021' }, foundedOn: '2015-09-15' }],
        },
        nace: [
          { code: '10711', version: '2025', main: true },
          { code: '10711', version: '2008', main: true },
          { code: '15811', version: '2003', main: true },
          { code: '47241', version: '2025', main: false },
          { code: '56110', version: '2025', main: false },
        ],
        hasOwnActivities: true,
      },
      establishment: null,
      establishmentNace: [],
      loaded: { extract: 141, day: '2026-11-01' },
    })
  })

  test(`${engine.name}: a company is found by the number of an establishment, which is told with it`, async () => {
    await using scene = await loadedScene(engine)
    const found = await scene.companies.find([oven, numberOf(30_000_102), numberOf(39_000_000), bakery])
    assert.deepEqual([...found.keys()].toSorted(), [bakery, oven, numberOf(30_000_102)].toSorted())
    assert.equal(found.get(oven)?.company.number, bakery)
    assert.equal(found.get(oven)?.establishment?.place?.postcode, '9000')
    assert.equal(found.get(numberOf(30_000_102))?.establishment?.number, numberOf(30_000_102))
    const { total, items } = found.get(numberOf(30_000_102))?.company.establishments ?? { total: 0, items: [] }
    assert.deepEqual([total, items.length, items[0]?.place?.postcode], [103, 100, '1000'])
  })

  test(`${engine.name}: of a natural person no name and no office is kept, and what establishments do is told`, async () => {
    await using scene = await loadedScene(engine)
    const company = (await scene.companies.find([person])).get(person)?.company
    assert.deepEqual(
      [company?.kind, company?.name, company?.office, company?.legalForm, company?.nace],
      ['natural_person', null, null, 'natural_person', [{ code: '96021', version: '2025', main: true }]],
    )
    assert.deepEqual(company?.establishments.items[0]?.place, { postcode: '8310', municipality: '31005' })
  })

  test(`${engine.name}: what the register does not say is null, and a postcode or a place abroad is no office`, async () => {
    await using scene = await loadedScene(engine)
    const found = await scene.companies.find([young, abroad, ceased, association])
    assert.deepEqual(found.get(young)?.company.legalForm, null)
    assert.deepEqual(found.get(young)?.company.establishments.items[0]?.place, null)
    assert.equal(found.get(abroad)?.company.office, null)
    assert.equal(found.get(ceased)?.company.isActive, false)
    assert.equal(found.get(association)?.company.office?.postcode, '4000')
  })

  test(`${engine.name}: an update takes out what it names and puts in what there is now, and nothing else moves`, async () => {
    await using scene = await loadedScene(engine)
    const rows = rowsOf([
      { number: bakery, names: [['2', '001', 'Andere Naam']], office: ['9050', 'Gentbrugge'], started: '01-06-2015' },
    ])
    await scene.load({
      extract: 142,
      day: '02-11-2026',
      rows: { ...rows, activity: [], establishment: [] },
      deleted: {
        enterprise: [bakery, association],
        denomination: [bakery, association],
        address: [bakery, association],
      },
    })
    const found = await scene.companies.find([bakery, association, person, oven])
    assert.deepEqual([...found.keys()].toSorted(), [bakery, oven, person].toSorted())
    const company = found.get(bakery)?.company
    assert.deepEqual([company?.name, company?.office?.postcode, company?.legalForm], ['Andere Naam', '9050', '610'])
    assert.equal(company?.nace.length, 5)
    assert.deepEqual(await scene.companies.loaded(), { extract: 142, day: '2026-11-02' })
  })

  test(`${engine.name}: a full extract takes the place of all that was there`, async () => {
    await using scene = await loadedScene(engine)
    await scene.load({
      extract: 145,
      day: '08-11-2026',
      rows: rowsOf([{ number: association, office: ['4000', 'Liège'] }]),
    })
    assert.deepEqual([...(await scene.companies.find([association, bakery, oven])).keys()], [association])
    const standing = await scene.place.register.standing()
    assert.deepEqual(
      [standing?.enterprises, standing?.establishments, standing?.kind, standing?.fileName],
      [1, 0, 'full', 'KboOpenData_2.zip'],
    )
  })

  const refused: [what: string, given: { extract: number; day?: string; isUpdate?: boolean }, why: RegExp][] = [
    ['an update of another extract', { extract: 144, day: '04-11-2026', isUpdate: true }, /142 to 143 are missing/],
    ['an update that is in it already', { extract: 141, isUpdate: true }, /in the register already/],
    ['an older full file', { extract: 140, day: '05-10-2026' }, /is older/],
    ['a full file of an earlier day with a later number', { extract: 150, day: '05-10-2025' }, /meta\.csv is wrong/],
    ['a file of a day to come', { extract: 150, day: '05-01-2027' }, /still to come/],
  ]
  test(`${engine.name}: ${refused.map(([what]) => what).join(', ')}: each is refused, and the register stands`, async () => {
    await using scene = await loadedScene(engine)
    for (const [what, { isUpdate, ...given }, why] of refused) {
      const file = { ...given, rows: rowsOf([]), ...(isUpdate === true ? { deleted: { enterprise: [bakery] } } : {}) }
      await assert.rejects(scene.load(file), (fault) => fault instanceof ExtractFault && why.test(fault.message), what)
      assert.deepEqual(
        (await scene.companies.find([bakery])).get(bakery)?.loaded,
        { extract: 141, day: '2026-11-01' },
        what,
      )
    }
    await scene.load({ extract: 140, day: '05-10-2026', rows: rowsOf([]) }, { takesOlder: true })
    assert.deepEqual(await scene.companies.loaded(), { extract: 140, day: '2026-10-05' })
  })

  test(`${engine.name}: who is to be forgotten is found no more, is taken out of what is kept, and comes back with no load`, async () => {
    await using scene = await loadedScene(engine)
    await forgetCompany(scene.store.database, bakery, 1)
    assert.equal((await scene.companies.find([bakery, oven])).size, 0)
    await scene.place.forget([Number(bakery)], async () => {})
    assert.equal((await scene.place.register.find([bakery, oven], scene.store.database, 'match')).size, 0)
    assert.deepEqual(await scene.companies.loaded(), { extract: 141, day: '2026-11-01' })
    assert.deepEqual(
      filesOf(scene).some(({ bytes }) => bytes.includes('Bakkerij Voorbeeld')),
      false,
    )
    await scene.load({ extract: 142, day: '02-11-2026', rows: rowsOf(companies) })
    assert.equal((await scene.place.register.find([bakery, oven], scene.store.database, 'match')).size, 0)
    assert.equal((await scene.place.register.find([person], scene.store.database, 'match')).size, 1)
    await scene.load({ extract: 143, day: '03-11-2026', rows: rowsOf(companies), deleted: {} })
    assert.equal((await scene.place.register.find([bakery, oven], scene.store.database, 'match')).size, 0)
  })

  test(`${engine.name}: a load that is ended leaves the register as it was, and nothing else`, async () => {
    await using scene = await loadedScene(engine)
    const ended = new AbortController()
    ended.abort(new Error('told to stop'))
    await assert.rejects(
      scene.load({ extract: 142, day: '02-11-2026', rows: rowsOf([]) }, { signal: ended.signal }),
      /told to stop/,
    )
    assert.equal((await scene.companies.find([bakery])).size, 1)
    assert.deepEqual(
      filesOf(scene).map(({ name }) => name),
      engine.name === 'sqlite' ? ['register.db'] : [],
    )
  })

  test(`${engine.name}: a load whose turn is lost at its end leaves the register as it was, and nothing else`, async () => {
    await using scene = await loadedScene(engine)
    const confirm = () => Promise.reject(new RegisterBusy())
    await assert.rejects(
      scene.load({ extract: 142, day: '02-11-2026', rows: rowsOf([]) }, { confirm }),
      (fault) => fault instanceof RegisterBusy,
    )
    await assert.rejects(scene.place.forget([Number(bakery)], confirm), RegisterBusy)
    assert.deepEqual(await scene.companies.loaded(), { extract: 141, day: '2026-11-01' })
    assert.equal((await scene.companies.find([bakery])).size, 1)
    assert.equal(filesOf(scene).length, engine.name === 'sqlite' ? 1 : 0)
  })

  test(`${engine.name}: a register that was begun before another took the place is not shown over it`, async () => {
    await using scene = await loadedScene(engine)
    await using building = await scene.place.build('empty')
    await scene.load({ extract: 142, day: '02-11-2026', rows: rowsOf(companies) })
    const late = async (): Promise<void> => {
      const { signal } = new AbortController()
      await building.complete({ number: 150, day: '2026-11-10', kind: 'full' }, 'late.zip', loadedOn, signal)
      await building.show([])
    }
    await assert.rejects(late())
    assert.deepEqual(await scene.companies.loaded(), { extract: 142, day: '2026-11-02' })
    assert.equal((await scene.companies.find([bakery])).size, 1)
  })

  test(`${engine.name}: who is forgotten while a register is completed is not in it, and its counts say so`, async () => {
    await using scene = await loadedScene(engine)
    for (const from of ['empty', 'standing'] as const) {
      await using building = await scene.place.build(from)
      await building.put('enterprise', someEnterprises())
      const { signal } = new AbortController()
      await building.complete({ number: 150, day: '2026-11-10', kind: 'full' }, 'next.zip', loadedOn, signal)
      const before = (await scene.place.register.standing())?.enterprises ?? 0
      await building.show([Number(young)])
      assert.equal((await scene.place.register.find([young], scene.store.database, 'match')).size, 0, from)
      assert.equal((await scene.place.register.find([abroad], scene.store.database, 'match')).size, 1, from)
      assert.equal((await scene.place.register.standing())?.enterprises, from === 'empty' ? 1 : before, from)
    }
  })

  test(`${engine.name}: while it is made, the next register is one file and no journal, so that nothing is left that another would read`, async () => {
    await using scene = await loadedScene(engine)
    for (const from of ['empty', 'standing'] as const) {
      await using building = await scene.place.build(from)
      await building.put('name', someNames())
      assert.equal(filesOf(scene).length, engine.name === 'sqlite' ? 2 : 0, from)
    }
  })

  test(`${engine.name}: without a register nothing is found, and nothing is loaded`, async () => {
    await using scene = await registerScene(engine)
    assert.equal((await scene.companies.find([bakery, oven])).size, 0)
    assert.equal(await scene.companies.loaded(), null)
    assert.equal(await scene.place.register.standing(), null)
  })
}

/** Files that are not as the register publishes them: each is refused with what to do, and the register that stands goes on. */
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { engines } from '../../../tests/harness/databases.ts'
import { type RegisterOperator, registerOperator } from '../../../tests/harness/register-command.ts'
import {
  type CompanyGiven,
  csv,
  dotted,
  type FileGiven,
  numberOf,
  rowsOf,
  writeRegisterFile,
} from '../../../tests/harness/register-files.ts'
import { type RegisterScene, registerScene } from '../../../tests/harness/register-scene.ts'

/** Words and numbers of rows, which no message repeats. */
const [company, person, door] = [9_999_999, 9_999_998, 89_999_999].map(numberOf) as [string, string, string]
const companies: CompanyGiven[] = [
  { number: company, names: [['2', '001', 'Quibbelaar Vennootschap']], office: ['9000', 'Gent'] },
  {
    number: person,
    kind: 'natural',
    names: [['2', '001', 'Zefanja Quibbelaar']],
    establishments: [{ number: door, postcode: '4000', municipality: 'Liège' }],
    activities: [['001', '2025', '96210', 'MAIN']],
  },
]
const secrets = ['Quibbelaar', 'Zefanja', company, dotted(company), person, dotted(person), dotted(door), 'Geheimenis']

const next: FileGiven = { extract: 142, day: '07-07-2025', rows: rowsOf(companies) }
const update: FileGiven = { ...next, deleted: { denomination: [company] } }
type Members = Record<string, string | undefined>
/** The next full file with something changed in its members. */
const changed = (change: (members: Members) => void): FileGiven => ({ ...next, change })
/** A member with its lines changed. */
const lines = (member: string, change: (lines: string[]) => string[]): FileGiven =>
  changed((members) => {
    members[member] = change((members[member] ?? '').split('\n')).join('\n')
  })
const replaced = (member: string, what: string | RegExp, by: string): FileGiven =>
  changed((members) => {
    const text = members[member] ?? ''
    assert.match(text, what instanceof RegExp ? what : new RegExp(what.replaceAll('.', '\\.')))
    members[member] = text.replace(what, by)
  })
const meta = (variable: string, value: string): FileGiven =>
  replaced('meta.csv', new RegExp(`"${variable}","[^"]*"`), `"${variable}","${value}"`)

const refused: [what: string, given: FileGiven, says: RegExp][] = [
  [
    'a missing member',
    changed((members) => (members['activity.csv'] = undefined)),
    /has no activity\.csv\. Give the zip as/,
  ],
  [
    'two missing members',
    changed((members) => {
      members['activity.csv'] = undefined
      members['address.csv'] = undefined
    }),
    /has no address\.csv, activity\.csv\./,
  ],
  [
    'no meta.csv',
    changed((members) => (members['meta.csv'] = undefined)),
    /has no meta\.csv, which says which extract/,
  ],
  ['meta without a number', meta('ExtractNumber', ''), /no ExtractNumber that is a number/],
  ['meta with a number that is none', meta('ExtractNumber', 'Geheimenis'), /no ExtractNumber that is a number/],
  ['meta without a day', meta('SnapshotDate', '2025-07-07'), /no SnapshotDate of the form dd-mm-yyyy/],
  ['meta with a day that never was', meta('SnapshotDate', '31-02-2025'), /no SnapshotDate of the form/],
  ['meta of another kind', meta('ExtractType', 'Geheimenis'), /no ExtractType that is full or update/],
  [
    'a missing column',
    replaced('enterprise.csv', '"JuridicalForm"', '"Geheimenis"'),
    /^enterprise\.csv has no column JuridicalForm in its first line, which has EnterpriseNumber/,
  ],
  [
    'missing columns',
    replaced('address.csv', /"CountryNL","CountryFR"/, '"a","b"'),
    /^address\.csv has no column CountryNL, CountryFR in/,
  ],
  [
    'no line with the names of columns',
    lines('denomination.csv', ([, ...rows]) => rows),
    /^denomination\.csv has no column EntityNumber, .* which has 4 columns and none of their names/,
  ],
  [
    'another separator',
    changed((members) => {
      members['denomination.csv'] = (members['denomination.csv'] ?? '').replaceAll('","', '";"').replaceAll('"', '')
    }),
    /parted by something else than the commas/,
  ],
  ['an empty member', changed((members) => (members['address.csv'] = '')), /^address\.csv is empty/],
  [
    'a number of nine digits',
    replaced('enterprise.csv', dotted(company), dotted(company).slice(1)),
    /^enterprise\.csv, line 2: its EnterpriseNumber \(11 characters\)/,
  ],
  [
    'a number without dots',
    replaced('enterprise.csv', dotted(person), person),
    /^enterprise\.csv, line 3: its EnterpriseNumber/,
  ],
  [
    'a name in the place of a number',
    replaced('denomination.csv', dotted(company), 'Geheimenis'),
    /^denomination\.csv, line 2: its number \(10 characters\)/,
  ],
  [
    'an establishment of nobody',
    replaced('establishment.csv', dotted(person), ''),
    /^establishment\.csv, line 2: its EnterpriseNumber \(0 characters\)/,
  ],
  [
    'an enterprise in the place of an establishment',
    replaced('establishment.csv', dotted(door), dotted(company)),
    /^establishment\.csv, line 2: its EstablishmentNumber/,
  ],
  [
    'a day that never was',
    replaced('enterprise.csv', '01-06-2015', '30-02-2015'),
    /^enterprise\.csv, line 2: its StartDate/,
  ],
  [
    'a day in another form',
    replaced('establishment.csv', '01-06-2015', '2015-06-01'),
    /^establishment\.csv, line 2: its StartDate/,
  ],
  ['a code that is none', replaced('activity.csv', '96210', 'Geheimenis'), /^activity\.csv, line 2: its NaceCode/],
  [
    'a row of 100,000 characters',
    replaced('denomination.csv', 'Quibbelaar Vennootschap', 'Geheimenis'.repeat(10_000)),
    /^denomination\.csv, line \d: it is no CSV as the register writes it \(CSV_MAX_RECORD_SIZE\)/,
  ],
  [
    'a quote that nobody closes',
    replaced('denomination.csv', '"Quibbelaar Vennootschap"', '"Quibbelaar'),
    /^denomination\.csv, line \d: it is no CSV .* Download/,
  ],
  [
    'a row with a cell too many',
    replaced('enterprise.csv', '"01-06-2015"', '"01-06-2015","Geheimenis"'),
    /^enterprise\.csv, line 2: it is no CSV/,
  ],
  [
    'a character that is none',
    replaced('denomination.csv', 'Vennootschap', 'Vennoot\0schap'),
    /^denomination\.csv, line 2: it holds a character/,
  ],
  [
    'an update with a missing part',
    { ...update, change: (members) => (members['address_delete.csv'] = undefined) },
    /has no address_delete\.csv\./,
  ],
  [
    "an update with a full file's members",
    {
      ...next,
      change: (members) => {
        members['meta.csv'] = (members['meta.csv'] ?? '').replace('"full"', '"update"')
      },
    },
    /has no enterprise_delete\.csv, enterprise_insert\.csv,/,
  ],
  [
    'an update that names nobody it knows',
    {
      ...update,
      change: (members) => {
        members['denomination_delete.csv'] = csv('EntityNumber', [['Geheimenis']])
      },
    },
    /^denomination_delete\.csv, line 2: its number/,
  ],
  [
    'a member that unpacks to far more',
    changed((members) => (members['contact.csv'] = '0'.repeat(20_000_000))),
    /^contact\.csv in broken\.zip unpacks to more than 200 times its size/,
  ],
]

const centralEntry = Buffer.from('PK\x01\x02', 'latin1')
const localEntry = Buffer.from('PK\x03\x04', 'latin1')
/** Of an entry in the list at the end of a zip, and of the one before its data: where its flags and its name are. */
const [flagsInList, nameInList, sizesInList, flagsAtData, nameAtData] = [8, 46, 20, 6, 30]

/** Calls `change` with the place of every entry of the list at the end. */
function eachEntry(zip: Buffer, mark: Buffer, change: (at: number) => void): void {
  for (let at = zip.indexOf(mark); at >= 0; at = zip.indexOf(mark, at + 4)) change(at)
}

const damaged: [what: string, damage: (zip: Buffer) => Buffer, says: RegExp][] = [
  [
    'a zip that was cut off',
    (zip) => zip.subarray(0, zip.length - 40),
    /^broken\.zip is no whole zip \(.*\)\. Download it again/,
  ],
  ['a zip of which the beginning is missing', (zip) => zip.subarray(200), /Download it again/],
  [
    'a zip of which the middle is missing',
    (zip) => Buffer.concat([zip.subarray(0, 300), zip.subarray(500)]),
    /Download it again/,
  ],
  ['no zip at all', () => Buffer.from(`Quibbelaar,${company}\n`.repeat(50)), /^broken\.zip is no whole zip/],
  ['an empty file', () => Buffer.alloc(0), /^broken\.zip is no whole zip/],
  [
    'a member whose bytes are others',
    (zip) => {
      const at = zip.indexOf('enterprise.csv') + 'enterprise.csv'.length
      for (let place = at + 30; place < at + 60; place += 1) zip[place] = (zip[place] ?? 0) ^ 0x55
      return zip
    },
    /^enterprise\.csv (is damaged|cannot be read to its end|, line)|^enterprise\.csv, line \d+: it is no CSV/,
  ],
  [
    'a member whose check sum is another',
    (zip) => {
      eachEntry(zip, centralEntry, (at) => zip.writeUInt32LE((zip.readUInt32LE(at + 16) ^ 1) >>> 0, at + 16))
      return zip
    },
    /\.csv is damaged: its check sum is another\. Download the file again/,
  ],
  [
    'a member that is there twice',
    (zip) => {
      const rename = (at: number): void => {
        if (zip.toString('latin1', at, at + 8) === 'code.csv') zip.write('meta.csv', at, 'latin1')
      }
      eachEntry(zip, centralEntry, (at) => rename(at + nameInList))
      eachEntry(zip, localEntry, (at) => rename(at + nameAtData))
      return zip
    },
    /^broken\.zip has meta\.csv twice/,
  ],
  [
    'members that are encrypted',
    (zip) => {
      eachEntry(zip, centralEntry, (at) => zip.writeUInt16LE(zip.readUInt16LE(at + flagsInList) | 1, at + flagsInList))
      eachEntry(zip, localEntry, (at) => zip.writeUInt16LE(zip.readUInt16LE(at + flagsAtData) | 1, at + flagsAtData))
      return zip
    },
    /^meta\.csv is encrypted, or packed in a way that is not read here/,
  ],
  [
    'members that say they unpack to more than any disk is meant to take',
    (zip) => {
      eachEntry(zip, centralEntry, (at) => {
        zip.writeUInt32LE(0xf000_0000, at + sizesInList)
        zip.writeUInt32LE(0xffff_fff0, at + sizesInList + 4)
      })
      return zip
    },
    /unpacks to more than 32 GB: it is none of the register's/,
  ],
  [
    'a member that says it is longer than the zip',
    (zip) => {
      const at = zip.indexOf('enterprise.csv', zip.indexOf(centralEntry)) - nameInList
      zip.writeUInt32LE(zip.length * 2, at + sizesInList)
      return zip
    },
    /^enterprise\.csv cannot be read to its end \(.*\)\. Download the file again/,
  ],
]

for (const engine of engines) {
  let scene: RegisterScene
  let operator: RegisterOperator
  let folder: string
  before(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'subsidies-broken-'))
    scene = await registerScene(engine)
    operator = registerOperator(scene.store.settings)
    await operator.load({ day: '06-07-2025', rows: rowsOf(companies) })
  })
  after(async () => {
    await scene[Symbol.asyncDispose]()
    await rm(folder, { recursive: true })
  })
  const broken = (): string => path.join(folder, 'broken.zip')

  /** The command ends with 1 and one document that says this; nothing of a row is told, and the register stands. */
  async function assertRefused(file: string, says: RegExp): Promise<void> {
    const standing = await scene.place.register.standing()
    const found = await scene.companies.find([company, person, door])
    const { status, out, error, document } = await operator.command('companies', 'load', '--file', file, '--json')
    assert.equal(status, 1, out + error)
    const told = document<{ error: { code: string; message: string } }>().error
    assert.equal(told.code, 'extract_refused', told.message)
    assert.match(told.message, says)
    assert.match(told.message, /Give |Download|none of the register's/, 'it says what to do')
    for (const secret of secrets) assert.ok(!`${out}${error}`.includes(secret), `${secret}: ${out}${error}`)
    assert.deepEqual(await scene.place.register.standing(), standing)
    assert.deepEqual(await scene.companies.find([company, person, door]), found)
    assert.equal(found.size, 3)
  }

  for (const [what, given, says] of refused)
    test(`${engine.name}: ${what}: refused with what to do, and the register stands`, async () => {
      writeRegisterFile(broken(), given)
      await assertRefused(broken(), says)
    })

  for (const [what, damage, says] of damaged)
    test(`${engine.name}: ${what}: refused with what to do, and the register stands`, async () => {
      const others = { 'branch.csv': 'Id', 'one.csv': '1', 'two.csv': '2' }
      writeRegisterFile(
        broken(),
        changed((members) => Object.assign(members, others)),
      )
      writeFileSync(broken(), damage(readFileSync(broken())))
      await assertRefused(broken(), says)
    })

  test(`${engine.name}: a file that is not there, and a folder: refused with what to do, and the register stands`, async () => {
    const place = path.join(folder, 'unpacked')
    mkdirSync(place)
    await assertRefused(path.join(folder, 'nothing.zip'), /nothing\.zip is not there\. Give the zip/)
    await assertRefused(place, /unpacked is a folder\. Give the zip .* do not unpack it/)
  })

  test(`${engine.name}: without --json a refusal is one sentence on standard error`, async () => {
    writeFileSync(broken(), 'no zip')
    const { status, out, error } = await operator.command('companies', 'load', '--file', broken())
    assert.deepEqual([status, out], [1, ''])
    assert.match(error, /broken\.zip is no whole zip .* Download it again\./)
  })

  test(`${engine.name}: columns in another order, and columns that nobody knows, are read by their names`, async () => {
    const rows = rowsOf(companies)
    const turned = (members: Members): void => {
      const columns = 'Novelty,StartDate,JuridicalFormCAC,JuridicalForm,TypeOfEnterprise,Status,EnterpriseNumber'
      const cells = rows.enterprise.map(
        ([number = '', status = '', , type = '', form = '', formOf2019 = '', start = '']) => [
          'x',
          start,
          formOf2019,
          form,
          type,
          status,
          number,
        ],
      )
      members['enterprise.csv'] = `\uFEFF${csv(columns, cells)}`
    }
    await operator.load({ ...next, rows, change: turned })
    const found = (await scene.companies.find([company])).get(company)
    assert.deepEqual(
      [found?.loaded.extract, found?.company.legalForm, found?.company.foundedOn, found?.company.name],
      [142, '610', '2015-06-01', 'Quibbelaar Vennootschap'],
    )
  })
}

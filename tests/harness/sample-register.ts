/**
 * The register of companies that services of examples have: companies of our own making. Their numbers have right check digits, and no
 * enterprise and no establishment has them.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openRegister } from '../../src/companies/open-register.ts'
import { type CompanyGiven, numberOf, rowsOf, writeRegisterFile } from './register-files.ts'
import { loadedOn, loadRegisterFile } from './register-scene.ts'
import type { TestService } from './service.ts'

/** One establishment, in Ghent. */
export const sampleBakery = numberOf(9_999_999)
/** Three establishments, in three regions. */
export const sampleChain = numberOf(9_999_998)
/** A natural person. */
export const sampleHairdresser = numberOf(9_999_997)

/** Those of the chain, in the order of their numbers: in Brussels, Ghent and Namur. */
export const sampleEstablishments = [89_999_990, 89_999_991, 89_999_992].map(numberOf) as [string, string, string]

const sampleCompanies: CompanyGiven[] = [
  {
    number: sampleBakery,
    formOf2019: '610',
    started: '02-03-2015',
    names: [['2', '001', 'Bakkerij Voorbeeld']],
    office: ['9000', 'Gent'],
    establishments: [{ number: numberOf(89_999_999), postcode: '9000', municipality: 'Gent', started: '01-04-2015' }],
    activities: [
      ['006', '2025', '10711', 'MAIN'],
      ['001', '2025', '47241', 'SECO'],
      ['006', '2008', '10711', 'MAIN'],
    ],
  },
  {
    number: sampleChain,
    form: '014',
    started: '15-09-1998',
    names: [
      ['1', '001', 'Exemple de Jardins'],
      ['2', '001', 'Voorbeeld Tuinen'],
    ],
    office: ['1000', 'Brussel'],
    establishments: [
      { number: sampleEstablishments[0], postcode: '1000', municipality: 'Brussel', started: '15-09-1998' },
      { number: sampleEstablishments[1], postcode: '9000', municipality: 'Gent', started: '01-05-2004' },
      { number: sampleEstablishments[2], postcode: '5000', municipality: 'Namur', started: '01-03-2011' },
    ],
    activities: [['006', '2025', '47761', 'MAIN']],
  },
  {
    number: sampleHairdresser,
    kind: 'natural',
    started: '01-02-2020',
    establishments: [{ number: numberOf(89_999_980), postcode: '4000', municipality: 'Liège' }],
    activities: [['001', '2025', '96210', 'MAIN']],
  },
]

/** Loads it beside a service that runs. */
export async function loadSampleRegister({ database, storeSettings }: TestService): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'subsidies-sample-register-'))
  const place = await openRegister(database, storeSettings, () => loadedOn)
  try {
    const file = path.join(folder, 'KboOpenData_0141_2026_11_01_Full.zip')
    writeRegisterFile(file, { rows: rowsOf(sampleCompanies) })
    await loadRegisterFile({ database, place }, file)
  } finally {
    place.register.close()
    await rm(folder, { recursive: true })
  }
}

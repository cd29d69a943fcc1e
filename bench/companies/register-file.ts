/**
 * A file of the register of full size, of companies that do not exist: written as it is made, so that its size costs no memory. The
 * shares are those of the register's own extracts of 2025: half of the enterprises are natural persons, and each activity stands in two
 * versions.
 */
import { createWriteStream } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Zip, ZipDeflate } from 'fflate'
import { csv, dotted, numberOf } from '../../tests/harness/register-files.ts'

export type RegisterSize = { enterprises: number; establishments: number; activities: number }
export const fullSize: RegisterSize = { enterprises: 2_000_000, establishments: 2_500_000, activities: 30_000_000 }

const firstEnterprise = 2_000_000
const firstEstablishment = 20_000_000
/** Between two numbers that are given. */
const step = 7
const rowsPerChunk = 20_000
const postcodes = ['1000', '2000', '3000', '4000', '5000', '6000', '7000', '8000', '9000', '9300']
const codes = ['10711', '62100', '47241', '96210', '41001', '56111', '69201', '70200', '43320', '46900']

export const enterpriseAt = (place: number): string => numberOf(firstEnterprise + place * step)
const establishmentAt = (place: number): string => numberOf(firstEstablishment + place * step)
/** Every second one, so that a legal person is found by an even place. */
const isNatural = (place: number): boolean => place % 2 === 1

/** Writes the file; answers the bytes that it unpacks to. */
export async function writeFullRegister(
  file: string,
  { enterprises, establishments, activities }: RegisterSize,
): Promise<number> {
  const out = createWriteStream(file)
  const ended = new Promise<void>((resolve, reject) => out.once('finish', resolve).once('error', reject))
  const zip = new Zip((fault, data, isLast) => {
    if (fault !== null) throw fault
    out.write(data)
    if (isLast) out.end()
  })
  let unpackedBytes = 0
  const member = async (
    name: string,
    header: string,
    rows: number,
    rowOf: (place: number) => string[],
  ): Promise<void> => {
    const entry = new ZipDeflate(name, { level: 1 })
    zip.add(entry)
    const push = (text: string, isLast: boolean): void => {
      const bytes = Buffer.from(text)
      unpackedBytes += bytes.length
      entry.push(bytes, isLast)
    }
    push(csv(header, []), rows === 0)
    for (let from = 0; from < rows; from += rowsPerChunk) {
      let text = ''
      const to = Math.min(rows, from + rowsPerChunk)
      for (let place = from; place < to; place += 1)
        text += `${rowOf(place)
          .map((cell) => (cell === '' ? '' : `"${cell}"`))
          .join(',')}\n`
      push(text, to === rows)
      if (out.writableNeedDrain) await new Promise((resolve) => out.once('drain', resolve))
      await nextTurn()
    }
  }
  const meta = [
    ['SnapshotDate', '01-11-2026'],
    ['ExtractTimestamp', '01-11-2026 09:00:00'],
    ['ExtractType', 'full'],
    ['ExtractNumber', '141'],
    ['Version', 'R018.00'],
  ]
  await member('meta.csv', 'Variable,Value', meta.length, (place) => meta[place] ?? [])
  await member(
    'enterprise.csv',
    'EnterpriseNumber,Status,JuridicalSituation,TypeOfEnterprise,JuridicalForm,JuridicalFormCAC,StartDate',
    enterprises,
    (place) => [
      ...[dotted(enterpriseAt(place)), 'AC', '000', isNatural(place) ? '1' : '2', isNatural(place) ? '' : '610', ''],
      `0${1 + (place % 9)}-0${1 + (place % 9)}-${1990 + (place % 35)}`,
    ],
  )
  const ownerOf = (establishment: number): string => enterpriseAt(establishment % enterprises)
  await member('establishment.csv', 'EstablishmentNumber,StartDate,EnterpriseNumber', establishments, (place) => [
    ...[dotted(establishmentAt(place)), '01-01-2015', dotted(ownerOf(place))],
  ])
  const names = Math.floor(enterprises * 1.65)
  await member('denomination.csv', 'EntityNumber,Language,TypeOfDenomination,Denomination', names, (place) => [
    ...[
      dotted(enterpriseAt(place % enterprises)),
      place < enterprises ? '2' : '1',
      '001',
      `Made up ${place % enterprises}`,
    ],
  ])
  const addresses = enterprises + establishments
  await member(
    'address.csv',
    'EntityNumber,TypeOfAddress,CountryNL,CountryFR,Zipcode,MunicipalityNL,MunicipalityFR,StreetNL,StreetFR,HouseNumber,Box,ExtraAddressInfo,DateStrikingOff',
    addresses,
    (place) => {
      const isOffice = place < enterprises
      const entity = isOffice ? enterpriseAt(place) : establishmentAt(place - enterprises)
      const postcode = postcodes[place % postcodes.length] ?? ''
      return [
        dotted(entity),
        isOffice ? 'REGO' : 'BAET',
        '',
        '',
        postcode,
        '',
        '',
        'Kerkstraat',
        'Rue',
        '1',
        '',
        '',
        '',
      ]
    },
  )
  const perEnterprise = Math.floor(activities / enterprises)
  await member(
    'activity.csv',
    'EntityNumber,ActivityGroup,NaceVersion,NaceCode,Classification',
    enterprises * perEnterprise,
    (place) => {
      const within = place % perEnterprise
      const enterprise = Math.floor(place / perEnterprise)
      return [
        ...[dotted(enterpriseAt(enterprise)), within % 3 === 0 ? '006' : '001', within % 2 === 0 ? '2025' : '2008'],
        ...[codes[(enterprise + within) % codes.length] ?? '', within < 2 ? 'MAIN' : 'SECO'],
      ]
    },
  )
  // Of the kinds of data that nobody here reads.
  await member('contact.csv', 'EntityNumber,EntityContact,ContactType,Value', Math.floor(enterprises / 3), (place) => [
    ...[dotted(enterpriseAt(place)), 'ENT', 'EMAIL', `someone${place}@private.example`],
  ])
  zip.end()
  await ended
  return unpackedBytes
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ActivityVersion, codesKept, keptCode, keptCodes } from './activity-codes.ts'

const [vat, localAuthorities, nsso, other] = ['001', '005', '006', '003'] as const

type Row = [group: string, version: ActivityVersion, code: string, isMain?: boolean]

const told = (...rows: Row[]): string[] =>
  codesKept(keptCodes(rows.map(([group, version, code, isMain = true]) => keptCode(version, code, group, isMain)))).map(
    ({ code, version, main }) => `${code}/${version}${main ? ' main' : ''}`,
  )

test('the group whose word counts first decides in whichever version it speaks', () => {
  assert.deepEqual(told([nsso, '2008', '10711'], [vat, '2025', '47241'], [vat, '2008', '47241']), [
    '10711/2008 main',
    '47241/2025',
    '47241/2008',
  ])
  assert.deepEqual(told([vat, '2008', '47241'], [nsso, '2025', '10711']), ['10711/2025 main', '47241/2008'])
  assert.deepEqual(told([localAuthorities, '2008', '84111'], [vat, '2025', '47241'], [other, '2025', '62100']), [
    '84111/2008 main',
    '47241/2025',
    '62100/2025',
  ])
})

test('a group that speaks in both versions is heard in both', () => {
  assert.deepEqual(told([vat, '2025', '47241'], [vat, '2008', '47241'], [nsso, '2025', '10711', false]), [
    '47241/2025 main',
    '47241/2008 main',
    '10711/2025',
  ])
})

test('what the NSSO says in the version of 2003 takes nothing from what VAT says in a later one', () => {
  assert.deepEqual(told([nsso, '2003', '15811'], [vat, '2003', '52241'], [vat, '2025', '47241']), [
    '47241/2025 main',
    '15811/2003 main',
    '52241/2003',
  ])
})

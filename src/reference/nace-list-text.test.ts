import assert from 'node:assert/strict'
import test from 'node:test'
import type { NaceVersion } from './nace.ts'
import { readNaceList } from './nace-list-text.ts'

/** The texts of the codes, or the fault with what it is about. */
function saidOf(text: string, version: NaceVersion | null = null): string[] | string {
  const read = readNaceList(text, version)
  return 'fault' in read ? `${read.fault}: ${read.shown}` : read.codes.map((code) => code.text)
}

const lists: [text: string, said: string[] | string, version?: NaceVersion][] = [
  // One code. A comma with digits on both sides is its mark, never between two codes.
  ['62,01', ['62.01']],
  ['10,71', ['10.71']],
  ['01,11', ['01.11']],
  ['62.01', ['62.01']],
  ['62010', ['62010']],
  [' 62.01 ', ['62.01']],
  ['62.01;', ['62.01']],
  ['62,63', 'unknown: 62,63'],
  // Several.
  ['62.01, 47.91', ['62.01', '47.91']],
  ['62.01; 47.91', ['62.01', '47.91']],
  ['62,01; 47,91', ['62.01', '47.91']],
  ['62,01, 47,91', ['62.01', '47.91']],
  ['62, 47', ['62', '47']],
  ['62.01;47.91', ['62.01', '47.91']],
  ['62/63', ['62', '63']],
  ['62/01', 'form: 62/01'],
  ['62|01', 'form: 62|01'],
  ['62;01', 'form: 62;01'],
  ['62/010', 'form: 010'],
  ['62; 01', ['62', '01']],
  ['62/01.1', ['62', '01.1']],
  ['62,01;47,91', ['62.01', '47.91']],
  ['62.01|47.91/70.22', ['62.01', '47.91', '70.22']],
  ['62.010\n70.220', ['62.010', '70.220']],
  ['62,01\r\n70,22', ['62.01', '70.22']],
  ['62.01,\n70.22', ['62.01', '70.22']],
  ['62010, 47.110;4711', ['62010', '47.110', '4711']],
  // What stands on both sides of the mark can only be a whole code.
  ['62.01,47.91', ['62.01', '47.91']],
  ['62010,47910', ['62010', '47910']],
  ['62.01 47.91', ['62.01', '47.91']],
  ['62,01 47,91', ['62.01', '47.91']],
  // What might be either is neither.
  ['62,01,47,91', 'form: 62,01,47,91'],
  ['62 01', 'form: 62 01'],
  ['62 010', 'form: 62 010'],
  ['62 47', 'form: 62 47'],
  ['62.01,47', 'form: 62.01,47'],
  ['1.5', 'form: 1.5'],
  ['62.01; 1.5', 'form: 1.5'],
  ['62.01, XX', 'form: XX'],
  ['J', 'section: J'],
  // What registers print around a code.
  ['10.71 - Bread', ['10.71']],
  ['10.71 – Vervaardiging van brood; banketbakkerij', ['10.71']],
  ['10.71: Bread, fresh pastry and cakes', ['10.71']],
  ['10.71 - Bread, fresh; 47.24 - Retail sale of bread', ['10.71', '47.24']],
  ['10,71 - Brood', ['10.71']],
  ['C10.71', ['10.71']],
  ['C 10.71', ['10.71']],
  ['NACE 10.71', ['10.71']],
  ['nace-bel: 10.71', ['10.71']],
  ['NACE 10.71, NACE 47.24', ['10.71', '47.24']],
  ['62.010 (2008)', ['62.010']],
  ['62.010 (NACE-BEL 2008)', ['62.010']],
  ['63.91 (2008)', ['63.91 (2008)']],
  ['63.91 (NACE-BEL 2008)', ['63.91 (2008)']],
  ['NACE-BEL 2008 63.91', ['63.91 (2008)']],
  ['NACE 2025: 63.91', ['63.91']],
  ['NACE08 63.91', ['63.91 (2008)']],
  ['NACE 08: 63910', ['63.910 (2008)']],
  ['63.91 (NACE 08)', ['63.91 (2008)']],
  ['NACE25 63.91', ['63.91']],
  ['NACE 25', ['25']],
  ['NACE 2511', ['2511']],
  // The letter of a section is of one version where the other has another.
  ['J63.91', ['63.91 (2008)']],
  ['K63.91', ['63.91']],
  ['X10.71', 'form: X10.71'],
  ['A10.71', 'form: A10.71'],
  // Words that may be more than a title are not left aside.
  ['62010 Programmeren', 'form: 62010 Programmeren'],
  ['10.71 - bread over 50 kg', 'form: 10.71 - bread over 50 kg'],
  ['10.71 or 47.24', 'form: 10.71 or 47.24'],
  ['+32', 'form: +32'],
  // In the version that a header names.
  ['63.91', ['63.91 (2008)'], 2008],
  ['63.91', ['63.91'], 2025],
  ['62.01', ['62.01'], 2008],
  ['62,01', 'other_version: 62,01', 2025],
  ['95.22', ['95.22'], 2008],
  ['63.91 (2025)', 'other_version: 63.91 (2025)', 2008],
  ['NACE 2025 63.91', 'other_version: NACE 2025 63.91', 2008],
  ['K63.91', 'form: K63.91', 2008],
]
for (const [text, said, version = null] of lists) {
  const under = version === null ? '' : ` under a header of ${version}`
  const what = typeof said === 'string' ? `is refused as ${said}` : `holds ${said.join(' and ')}`
  test(`${JSON.stringify(text)}${under} ${what}`, () => assert.deepEqual(saidOf(text, version), said))
}

test('a text of ever so many marks is read in time that its length bounds', () => {
  for (const piece of ['62.01,', '62.01 ', ';;;;', '  ', '1 ', 'NACE ', ', ', '-', '62 - a']) {
    const began = performance.now()
    readNaceList(piece.repeat(32_767 / piece.length))
    assert.ok(performance.now() - began < 500, piece)
  }
})

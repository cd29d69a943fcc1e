import assert from 'node:assert/strict'
import test from 'node:test'
import { naceCover } from './nace-cover.ts'

const rows: [asked: string, listed: string[], version: 2008 | 2025 | null, cover: string][] = [
  ['6201', ['62'], 2008, 'covered'],
  ['62', ['6201'], 2008, 'partly'],
  ['62', ['01'], 2008, 'outside'],
  ['6201', ['6210'], 2025, 'covered'],
  ['1071', ['62'], 2008, 'outside'],
  ['6220', ['6202'], 2008, 'partly'],
  ['6220', ['6202', '6203'], 2008, 'covered'],
  ['4689', ['62'], 2008, 'partly'],
  ['47', ['47'], null, 'covered'],
  // A section letter is its divisions of 2025.
  ['K', ['62'], 2025, 'partly'],
  ['K', ['62'], 2008, 'partly'],
  ['K', ['61', '62', '63'], null, 'covered'],
  ['K', ['64'], null, 'outside'], // what K was in 2008
]
for (const [asked, listed, version, cover] of rows) {
  test(`${asked} by a list of ${listed.join(' and ')} of ${version ?? 'both versions'}: ${cover}`, () => {
    assert.equal(naceCover(listed, asked, version), cover)
    // Remembered, it is said again.
    assert.equal(naceCover(listed, asked, version), cover)
  })
}

test('a code of neither version is a bug of whoever asks', () => {
  assert.throws(() => naceCover(['62'], '00', 2008), /neither/)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordOf, smallInput } from '../../../tests/harness/sample-measures.ts'
import { hasBrokenTexts, isBroken, ProfileCount } from './profile.ts'

const sentences = [
  'Prime à l’énergie : jusqu’à 40 % des coûts éligibles (« première demande »)',
  'Überbrückungshilfe für größere Betriebe – 1.000 €',
  'Premie voor coördinatie en financiële adviezen, geïndexeerd',
  'Développement des très petites entreprises où l’œuvre naît',
]

const decode = (bytes: Uint8Array, encoding: string): string => new TextDecoder(encoding).decode(bytes)
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
const latin1 = (text: string): Uint8Array =>
  Uint8Array.from(text, (character) => (character.codePointAt(0) ?? 0) & 0xff)

const wrongReadings: Record<string, (text: string) => string> = {
  'UTF-8 read as Windows-1252': (text) => decode(utf8(text), 'windows-1252'),
  'UTF-8 read as Latin-1': (text) => Array.from(utf8(text), (byte) => String.fromCodePoint(byte)).join(''),
  'UTF-8 read twice as Windows-1252': (text) => decode(utf8(decode(utf8(text), 'windows-1252')), 'windows-1252'),
  'UTF-8 read as that of the early Macintosh': (text) => decode(utf8(text), 'macintosh'),
  'UTF-8 read as that of DOS': (text) => decode(utf8(text), 'ibm866'),
  'Latin-1 read as UTF-8': (text) => decode(latin1(text), 'utf-8'),
  'Latin-1 read as Cyrillic': (text) => decode(latin1(text), 'windows-1251'),
  'letters replaced by question marks': (text) => text.replaceAll(/[^\p{ASCII}]/gu, '?'),
  'letters as entities of HTML': (text) => text.replaceAll(/[^\p{ASCII}]/gu, (letter) => `&#${letter.codePointAt(0)};`),
  'quoted-printable that was not decoded': (text) =>
    text.replaceAll(/[^\p{ASCII}]/gu, (letter) =>
      Array.from(utf8(letter), (byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
    ),
}
for (const [how, read] of Object.entries(wrongReadings)) {
  test(`texts with accents show it: ${how}`, () => {
    assert.deepEqual(
      sentences.map(read).filter((text) => !isBroken(text)),
      [],
    )
  })
}

test('texts as authorities write them show no sign', () => {
  const written = [
    ...sentences,
    'R&D-Projekt, AT&T, Q&A; siehe www.example.be/page?id=3&lang=fr',
    'Welke steun? Vraag het na. Quoi ? Où ? « CAFÉ »',
    'α-amylase, 5 μm, Ω, ΔT, Μ',
    'Één loket: ‘naïef’, “citaat”, 12 °C, 3 m², ½, §4, ©, ±',
    'Łódź, Škoda, Čapek, Ångström, Þór, Čeština, Ελλάδα, България',
    'a=b, x=10, CO2=EQ',
  ]
  assert.deepEqual(
    written.filter((text) => isBroken(text)),
    [],
  )
})

test('each text of how to apply shows it, and the profile of a reading counts the records that say how', () => {
  const broken = 'Prime \u00c3\u00a9nergie'
  for (const application of [
    { steps: ['Bel.', broken] },
    { documents: [{ fr: broken }] },
    { contact: { name: broken } },
    { note: broken },
  ])
    assert.equal(hasBrokenTexts(recordOf(smallInput({ application }))), true, JSON.stringify(application))
  const records = [smallInput({ application: { steps: ['Bel.'] } }), smallInput(), smallInput()].map((one) =>
    recordOf(one),
  )
  assert.ok(!records.some(hasBrokenTexts))
  const counted = (of: typeof records) => {
    const count = new ProfileCount({ method: 'curated' }, 0)
    for (const record of of) count.add(record, '')
    return count.profile(0).properties.application
  }
  assert.deepEqual([counted(records), counted(records.slice(1))], [1, 0])
})

import assert from 'node:assert/strict'
import test from 'node:test'
import type { ApplicantType } from '../values/vocabularies.ts'
import { applicantTypeOfForm, formsReadAs, legalForm, legalFormCode, legalForms, successorOf } from './legal-forms.ts'

const forms = legalForms()

test('the 87 forms of 2003, the six of 2019 and the natural person are there, each once', () => {
  assert.equal(forms.length, 94)
  assert.equal(new Set(forms.map((form) => form.code)).size, 94)
  assert.deepEqual(
    forms.filter((form) => form.of2019).map((form) => form.code),
    ['610', '612', '616', '617', '706', '716'],
  )
  assert.equal(forms.filter((form) => form.valid && !form.of2019).length, 79 + 1)
})

test('every code resolves to itself, and every name and abbreviation to a form that bears it', () => {
  for (const { code, name, abbreviation } of forms) {
    assert.equal(legalFormCode(code), code)
    for (const word of [name.nl, name.fr, name.de, abbreviation.nl, abbreviation.fr, abbreviation.de]) {
      if (word === null) continue
      const found = legalForm(legalFormCode(word) ?? '')
      const bears = [found?.name, found?.abbreviation].flatMap((texts) => Object.values(texts ?? {}))
      const plain = (text: string | null) => text?.toLowerCase().replace(/[. ]/g, '')
      assert.equal(
        bears.some((text) => plain(text) === plain(word)),
        true,
        `${code} ${word}`,
      )
    }
  }
})

const words: [text: string, code: string | null][] = [
  ['BV', '610'],
  ['b.v.', '610'],
  ['B V', '610'],
  ['SRL', '610'],
  ['GmbH', '610'],
  ['Besloten Vennootschap', '610'],
  ['société à responsabilité limitée', '610'],
  ['SOCIÉTÉ À RESPONSABILITÉ LIMITÉE', '610'],
  ['NV', '014'],
  ['S.A.', '014'],
  ['AG', '014'],
  ['VZW', '017'],
  ['asbl', '017'],
  ['VoG', '017'],
  ['CV', '706'],
  ['SC', '706'],
  ['Gen.', '706'],
  ['VOF', '011'],
  ['SNC', '011'],
  ['OHG', '011'],
  ['CommV', '612'],
  ['Comm. V.', '612'],
  ['SComm', '612'],
  ['KommG', '612'],
  ['IVZW', '125'],
  ['AISBL', '125'],
  ['BVBA', '015'],
  ['SPRL', '015'],
  ['EBVBA', '015'],
  ['CVBA', '008'],
  ['SCRL', '008'],
  ['CVA', '013'],
  ['GCV', '012'],
  ['beroepsvereniging', '020'],
  ['maatschap', '702'],
  ['société simple', '702'],
  ['feitelijke vereniging', '721'],
  ['EWIV', '065'],
  ['CVBA SO', '508'],
  ['014', '014'],
  ['natural_person', 'natural_person'],
  ['Eenmanszaak', 'natural_person'],
  ['personne physique', 'natural_person'],
  ['Indépendant', 'natural_person'],
  ['sole trader', 'natural_person'],
  ['', null],
  ['.', null],
  ['14', null],
  ['999', null],
  ['0014', null],
  ['Ltd', null],
  ['BV/SRL', null],
  ['independant', null],
  ['constructor', null],
]
for (const [text, code] of words) {
  test(`legal form "${text}" is ${code ?? 'unknown'}`, () => assert.equal(legalFormCode(text), code))
}

test('accents may come as separate marks', () => {
  assert.equal(legalFormCode('Société anonyme'.normalize('NFD')), '014')
})

const successors: [code: string, successor: string | null, readAs: string[]][] = [
  ['015', '610', ['610']],
  ['012', '612', ['612']],
  ['013', '014', ['014']],
  ['006', '011', ['011']],
  ['008', null, ['008', '706', '610']],
  ['610', null, ['610']],
  ['natural_person', null, ['natural_person']],
]
for (const [code, successor, readAs] of successors) {
  test(`form ${code} is read as ${readAs.join(' or ')}`, () => {
    assert.equal(successorOf(code), successor)
    assert.deepEqual(formsReadAs(code), readAs)
  })
}

test('only the four forms that the contract names have a successor', () => {
  const replaced = forms.filter((form) => successorOf(form.code) !== null).map((form) => form.code)
  assert.deepEqual(replaced, ['006', '012', '013', '015'])
})

const applicants: [type: ApplicantType, codes: string][] = [
  ['company', '001 006 008 011 012 013 014 015 025 027 030 060 065 610 612 702 706'],
  ['self_employed', 'natural_person'],
  ['non_profit', '017 019 020 021 022 023 026 028 029 125 721'],
  [
    'public_body',
    '107 108 114 117 121 124 127 129 301 302 303 310 320 330 340 350 400 401 411 412 413 414 415 416 417 418 419 420 421 422 616 617 716',
  ],
]
for (const [type, codes] of applicants) {
  test(`exactly these forms make the applicant ${type}: ${codes}`, () => {
    const found = forms.filter((form) => applicantTypeOfForm(form.code) === type).map((form) => form.code)
    assert.deepEqual(found.toSorted(), codes.split(' ').toSorted())
  })
}

test('the other forms, and unknown codes, say nothing about the applicant', () => {
  for (const code of ['002', '003', '051', '070', '151', '160', '200', '214', '217', '508', '999', '109', '']) {
    assert.equal(applicantTypeOfForm(code), null, code)
  }
})

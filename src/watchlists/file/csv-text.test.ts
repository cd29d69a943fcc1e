import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvText } from './csv-text.ts'
import { asGiven } from './formulas.ts'

const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫', '−']
const before = ['', ' ', '  ', '\t', '\u00a0', '\u3000', '\u2003 ', '\u200b', '\ufeff', '\u0000', '\u00ad', ' \u2028']

test('a cell that a spreadsheet could take for a formula is text, whatever blank or unseen character stands before the sign', () => {
  for (const sign of signs) {
    for (const blank of before) {
      const cell = `${blank}${sign}HYPERLINK("http://evil.example";"x")`
      assert.ok(csvText([[cell]]).startsWith('\ufeff"\''), JSON.stringify(cell))
      assert.equal(asGiven(`'${cell}`), cell, 'sent again, it is what was given')
    }
  }
  for (const cell of ['a=1', 'BE 0403.019.261', '12', "l'offre", 'x - y'])
    assert.equal(csvText([[cell]]), `\ufeff${cell}\r\n`)
})

test('no cell has a mark that turns the direction of its text around', () => {
  const marks = '\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'
  assert.equal(csvText([[`${marks}ref${marks}`, `${marks}=1`]]), "\ufeffref;'=1\r\n")
})

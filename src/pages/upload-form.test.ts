import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readUpload } from './upload-form.ts'

const type = 'multipart/form-data; boundary=----x'
const part = (head: string, body: string): string =>
  `------x\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`
const form = (...parts: string[]): Buffer => Buffer.from(`${parts.join('')}------x--\r\n`, 'latin1')
const file = part('name="file"; filename="a.csv"\r\nContent-Type: text/csv', 'ref\r\n--\xe9\r\n')

test('fields and the bytes of one file are read as they were sent', () => {
  const read = readUpload(form(part('name="do"', 'preview'), file, part('name="empty"', '')), type)
  assert.deepEqual([read?.one('do'), read?.one('empty'), read?.one('none')], ['preview', null, null])
  assert.deepEqual(read?.file, Buffer.from('ref\r\n--\xe9\r\n', 'latin1'))
  assert.deepEqual(readUpload(form(file), 'multipart/form-data; boundary="----x"')?.file?.length, 10)
})

test('a file that was not chosen is none', () => {
  assert.equal(readUpload(form(part('name="file"; filename=""', '')), type)?.file, null)
})

test('what is no such form is none: another type, no boundary, cut, two files, too many parts', () => {
  assert.equal(readUpload(form(file), 'application/x-www-form-urlencoded'), null)
  assert.equal(readUpload(form(file), 'multipart/form-data'), null)
  assert.equal(readUpload(form(file).subarray(0, -10), type), null)
  assert.equal(readUpload(Buffer.from('x'), type), null)
  assert.equal(readUpload(form(file, file), type), null)
  assert.equal(readUpload(form(...Array.from({ length: 21 }, () => part('name="a"', 'b'))), type), null)
  assert.equal(readUpload(form('------x\r\nContent-Type: x\r\n\r\nb\r\n'), type), null)
})

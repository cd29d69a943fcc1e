/** What a backup says of its tables becomes part of statements: nothing else than a name gets in. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tableLineOf } from './content.ts'

const line = (table: unknown, name: unknown = 'id', type: unknown = 'text'): string =>
  JSON.stringify({ table, columns: [{ name, type }] })

test('a table, its columns and their types are taken as they are written', () => {
  assert.deepEqual(tableLineOf(line('watched_company', 'added_at', 'bigint')), {
    table: 'watched_company',
    columns: [{ name: 'added_at', type: 'bigint' }],
  })
})

const refused: [what: string, text: string][] = [
  ['a statement for a table', line('account; drop table api_key')],
  ['a quoted table', line('"account"')],
  ['another schema', line('pg_catalog.pg_authid')],
  ['a table in capitals', line('Account')],
  ['no table', line(null)],
  ['a statement for a column', line('account', "id) values ('x'); --")],
  ['a list for a column', line('account', ['id'])],
  ['no column', JSON.stringify({ table: 'account', columns: [] })],
  ['columns that are none', JSON.stringify({ table: 'account', columns: { length: 1 } })],
  ['a statement for a type', line('account', 'id', "text) from pg_read_file('/etc/passwd'")],
  ['a type that no table has', line('account', 'id', 'bytea')],
  ['no object', 'null'],
]
for (const [what, text] of refused) test(`${what} is refused`, () => assert.throws(() => tableLineOf(text)))

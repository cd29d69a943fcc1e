/** node:sqlite with an index per order that covers every filter, and FTS5 with prefix indexes. Counts up to 10,000. */

import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { wordsOf } from '../../../src/search/words/words.ts'
import { companySizes, regions, topics } from '../../../src/values/vocabularies.ts'
import { titleAndText } from '../catalogue.ts'

const countMost = 10_000
const filterColumns =
  'status, instrument_type, government_level, scope, source, issuer, regions, sizes, topics, closes_at, updated_at, nace_free'
const orders = {
  deadline: ['closes_at is null', 'closes_at'],
  updated: ['-updated_at'],
  'title:nl': ['title_nl'],
  'title:fr': ['title_fr'],
  'title:en': ['title_en'],
}

export async function open(catalogue) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-search-'))
  const path = join(folder, 'search.db')
  const database = new DatabaseSync(path)
  database.exec(`pragma journal_mode = wal; pragma synchronous = off; pragma cache_size = -400000; pragma mmap_size = 2000000000;
    create table measure(n integer primary key, withdrawn, status, instrument_type, government_level, scope, source, issuer,
      regions, sizes, topics, closes_at, updated_at, title_nl, title_fr, title_en, nace_free);
    create table nace_include(code, n, primary key (code, n)) without rowid;
    create table nace_exclude(code, n, primary key (code, n)) without rowid;
    create virtual table words using fts5(title, text, content = '', prefix = '1 2 3 4 5')`)
  fill(database, catalogue)
  for (const [name, columns] of Object.entries(orders)) {
    database.exec(`create index "by_${name}" on measure(${columns.join(', ')}, n, withdrawn, ${filterColumns})`)
  }
  database.exec("insert into words(words) values ('optimize'); create index by_issuer on measure(issuer); analyze")
  const statements = new Map()
  const all = (sql, values) => {
    let statement = statements.get(sql)
    if (statement === undefined) {
      statement = database.prepare(sql)
      statements.set(sql, statement)
    }
    return statement.all(...values)
  }
  return {
    run: (asked) => {
      const { conditions, values } = conditionsOf(asked)
      const isRanked = asked.sort === 'relevance'
      const from = isRanked ? 'words join measure on measure.n = words.rowid' : 'measure'
      const matched = asked.words.map((word) => `"${word}"*`).join(' ')
      if (matched !== '') {
        conditions.push(isRanked ? 'words match ?' : 'n in (select rowid from words where words match ?)')
        values.push(matched)
      }
      const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`
      const [counted] = all(`select count(*) as total from (select 1 from ${from} ${where} limit ${countMost})`, values)
      const after = isRanked ? null : afterOf(asked)
      const paged = [...conditions, ...(after === null ? [] : [after.condition])]
      const order = isRanked ? 'rank, n' : `${orders[asked.sort].join(', ')}, n`
      const rows = all(
        `select n from ${from} ${paged.length === 0 ? '' : `where ${paged.join(' and ')}`} order by ${order} limit ${asked.limit}`,
        [...values, ...(after?.values ?? [])],
      )
      return { total: counted.total, rows: rows.map((row) => row.n) }
    },
    diskBytes: () => statSync(path).size,
    close: () => {
      database.close()
      rmSync(folder, { recursive: true })
    },
  }
}

function fill(database, catalogue) {
  const ranks = catalogue.titleRanks()
  const measure = database.prepare(`insert into measure values (${Array.from({ length: 17 }, () => '?').join(',')})`)
  const words = database.prepare('insert into words(rowid, title, text) values (?, ?, ?)')
  const include = database.prepare('insert into nace_include values (?, ?)')
  const exclude = database.prepare('insert into nace_exclude values (?, ?)')
  database.exec('begin')
  let n = 0
  for (const entry of catalogue.entries()) {
    const { nace } = entry
    measure.run(
      ...[n, entry.withdrawn ? 1 : 0, entry.status, entry.instrument_type, entry.government_level, entry.scope],
      ...[entry.source_id, entry.issuer_id, maskOr(regions, entry.regions), maskOr(companySizes, entry.company_sizes)],
      ...[mask(topics, entry.topics), entry.closes_at, entry.updated_at, ranks.nl[n], ranks.fr[n], ranks.en[n]],
      nace.include.length === 0 ? 1 : 0,
    )
    const [title, text] = Object.values(titleAndText(entry)).map((texts) => texts.flatMap(wordsOf).join(' '))
    words.run(n, title, text)
    for (const code of nace.include) include.run(code, n)
    for (const code of nace.exclude) exclude.run(code, n)
    n += 1
  }
  database.exec('commit')
}

function mask(vocabulary, values) {
  return values.reduce((sum, value) => sum + 2 ** vocabulary.indexOf(value), 0)
}

function maskOr(vocabulary, values) {
  return values.length === 0 ? 2 ** vocabulary.length - 1 : mask(vocabulary, values)
}

function conditionsOf({ filters }) {
  const conditions = []
  const values = []
  const add = (condition, ...given) => {
    conditions.push(condition)
    values.push(...given)
  }
  if (filters.include_withdrawn !== true) add('withdrawn = 0')
  for (const column of ['status', 'instrument_type', 'government_level', 'scope', 'source', 'issuer']) {
    const wanted = filters[column]
    if (wanted) add(`${column} in (${wanted.map(() => '?').join(',')})`, ...wanted)
  }
  if (filters.region) add('(regions & ?) <> 0', mask(regions, filters.region))
  if (filters.company_size) add('(sizes & ?) <> 0', mask(companySizes, filters.company_size))
  if (filters.topic) add('(topics & ?) <> 0', mask(topics, filters.topic))
  for (const code of filters.nace ?? []) {
    const prefixes = Array.from({ length: code.length }, (_, length) => code.slice(0, length + 1))
    const marks = prefixes.map(() => '?').join(',')
    add(`(nace_free = 1 or n in (select n from nace_include where code in (${marks})))`, ...prefixes)
    add(`n not in (select n from nace_exclude where code in (${marks}))`, ...prefixes)
  }
  if (filters.deadline_before) add('closes_at <= ?', filters.deadline_before)
  if (filters.deadline_after) add('closes_at > ?', filters.deadline_after)
  if (filters.updated_since) add('updated_at >= ?', filters.updated_since)
  return { conditions, values }
}

function afterOf({ after, sort }) {
  if (after === null) return null
  const { value, number } = after
  if (sort === 'deadline' && value === null) return { condition: '(closes_at is null, n) > (1, ?)', values: [number] }
  if (sort === 'deadline')
    return {
      condition: '((closes_at is null, closes_at, n) > (0, ?, ?) or closes_at is null)',
      values: [value, number],
    }
  if (sort === 'updated') return { condition: '(-updated_at, n) > (?, ?)', values: [-value, number] }
  return { condition: `(${orders[sort][0]}, n) > (?, ?)`, values: [value, number] }
}

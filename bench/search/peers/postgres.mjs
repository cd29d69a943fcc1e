/**
 * PostgreSQL with a GIN index over all facet tokens, one over the words, and a B-tree per order, in a database of its own
 * at BENCH_DATABASE_URL. Counts up to 10,000.
 */

import pg from 'pg'
import { wordsOf } from '../../../src/search/words/words.ts'
import { companySizes, regions } from '../../../src/values/vocabularies.ts'
import { titleAndText } from '../catalogue.ts'

const countMost = 10_000
const batch = 500
const orders = {
  deadline: 'coalesce(closes_at, 9e15)',
  updated: '(-updated_at)',
  'title:nl': 'title_nl',
  'title:fr': 'title_fr',
  'title:en': 'title_en',
}

export async function open(catalogue) {
  const url = process.env.BENCH_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5433/postgres'
  const name = `bench_search_${process.pid}`
  const admin = new pg.Client({ connectionString: url })
  try {
    await admin.connect()
  } catch {
    return null
  }
  await admin.query(`create database ${name}`)
  const own = new URL(url)
  own.pathname = `/${name}`
  const client = new pg.Client({ connectionString: own.href })
  await client.connect()
  const tokens = new Map()
  const tokenOf = (facet, value) => {
    const key = `${facet} ${value}`
    const known = tokens.get(key) ?? tokens.size + 1
    tokens.set(key, known)
    return known
  }
  await fill(client, catalogue, tokenOf)
  return {
    run: async (asked) => {
      const values = []
      const mark = (value) => `$${values.push(value)}`
      const conditions = conditionsOf(asked, mark, tokenOf)
      if (asked.words.length > 0) {
        conditions.push(`words @@ to_tsquery('simple', ${mark(asked.words.map((word) => `${word}:*`).join(' & '))})`)
      }
      const isRanked = asked.sort === 'relevance'
      const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`
      const counted = await client.query(
        `select count(*)::int as total from (select 1 from measure ${where} limit ${countMost}) as found`,
        values,
      )
      const order = isRanked
        ? `ts_rank(words, to_tsquery('simple', $${values.length})) desc, n`
        : `${orders[asked.sort]}, n`
      if (!isRanked && asked.after !== null) {
        const { value, number } = asked.after
        const key = asked.sort === 'deadline' ? (value ?? 9e15) : asked.sort === 'updated' ? -value : value
        conditions.push(`(${orders[asked.sort]}, n) > (${mark(key)}, ${mark(number)})`)
      }
      const paged = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`
      const { rows } = await client.query(
        `select n from measure ${paged} order by ${order} limit ${asked.limit}`,
        values,
      )
      return { total: counted.rows[0].total, rows: rows.map((row) => row.n) }
    },
    diskBytes: async () => Number((await client.query(`select pg_database_size('${name}') as bytes`)).rows[0].bytes),
    close: async () => {
      await client.end()
      await admin.query(`drop database ${name}`)
      await admin.end()
    },
  }
}

async function fill(client, catalogue, tokenOf) {
  const ranks = catalogue.titleRanks()
  await client.query(`create table measure(n int primary key, withdrawn boolean, tokens int[], closes_at double precision,
    updated_at double precision, title_nl int, title_fr int, title_en int, words tsvector)`)
  let rows = []
  const flush = async () => {
    await client.query(
      `insert into measure select n, withdrawn, array(select jsonb_array_elements_text(tokens)::int), closes_at, updated_at,
        title_nl, title_fr, title_en, setweight(to_tsvector('simple', title), 'A') || to_tsvector('simple', text)
       from jsonb_to_recordset($1) as row(n int, withdrawn boolean, tokens jsonb, closes_at double precision,
         updated_at double precision, title_nl int, title_fr int, title_en int, title text, text text)`,
      [JSON.stringify(rows)],
    )
    rows = []
  }
  let n = 0
  for (const entry of catalogue.entries()) {
    const tokens = [
      ...(entry.regions.length === 0 ? regions : entry.regions).map((value) => tokenOf('region', value)),
      ...(entry.company_sizes.length === 0 ? companySizes : entry.company_sizes).map((value) =>
        tokenOf('company_size', value),
      ),
      ...entry.topics.map((value) => tokenOf('topic', value)),
      ...[tokenOf('status', entry.status), tokenOf('instrument_type', entry.instrument_type)],
      ...[tokenOf('government_level', entry.government_level), tokenOf('scope', entry.scope)],
      ...[tokenOf('source', entry.source_id), tokenOf('issuer', entry.issuer_id)],
      ...(entry.nace.include.length === 0 ? ['*'] : entry.nace.include).map((code) => tokenOf('nace_include', code)),
      ...entry.nace.exclude.map((code) => tokenOf('nace_exclude', code)),
    ]
    const [title, text] = Object.values(titleAndText(entry)).map((texts) => texts.flatMap(wordsOf).join(' '))
    const { withdrawn, closes_at, updated_at } = entry
    const titles = { title_nl: ranks.nl[n], title_fr: ranks.fr[n], title_en: ranks.en[n] }
    rows.push({ n, withdrawn, tokens, closes_at, updated_at, ...titles, title, text })
    n += 1
    if (rows.length === batch) await flush()
  }
  if (rows.length > 0) await flush()
  await client.query('create index on measure using gin (tokens)')
  await client.query('create index on measure using gin (words)')
  for (const order of Object.values(orders)) await client.query(`create index on measure ((${order}), n)`)
  await client.query('vacuum analyze measure')
}

function conditionsOf({ filters }, mark, tokenOf) {
  const conditions = []
  for (const facet of [
    ...[
      'region',
      'company_size',
      'topic',
      'status',
      'instrument_type',
      'government_level',
      'scope',
      'source',
      'issuer',
    ],
  ]) {
    const wanted = filters[facet]
    if (wanted) conditions.push(`tokens && ${mark(wanted.map((value) => tokenOf(facet, value)))}::int[]`)
  }
  for (const code of filters.nace ?? []) {
    const prefixes = Array.from({ length: code.length }, (_, length) => code.slice(0, length + 1))
    const include = ['*', ...prefixes].map((prefix) => tokenOf('nace_include', prefix))
    conditions.push(`tokens && ${mark(include)}::int[]`)
    conditions.push(`not tokens && ${mark(prefixes.map((prefix) => tokenOf('nace_exclude', prefix)))}::int[]`)
  }
  if (filters.include_withdrawn !== true) conditions.push('not withdrawn')
  if (filters.deadline_before) conditions.push(`closes_at <= ${mark(filters.deadline_before)}`)
  if (filters.deadline_after) conditions.push(`closes_at > ${mark(filters.deadline_after)}`)
  if (filters.updated_since) conditions.push(`updated_at >= ${mark(filters.updated_since)}`)
  return conditions
}

/** Its orders have no second key, and some of its totals of words differ from all other engines. */

import { create, insertMultiple, search } from '@orama/orama'
import { wordsOf } from '../../../src/search/words/words.ts'
import { companySizes, regions } from '../../../src/values/vocabularies.ts'
import { titleAndText } from '../catalogue.ts'

const batch = 500

export async function open(catalogue) {
  const ranks = catalogue.titleRanks()
  const index = create({
    schema: {
      title: 'string',
      text: 'string',
      region: 'enum[]',
      topic: 'enum[]',
      company_size: 'enum[]',
      instrument_type: 'enum',
      status: 'enum',
      government_level: 'enum',
      scope: 'enum',
      source: 'enum',
      issuer: 'enum',
      nace_include: 'enum[]',
      nace_exclude: 'enum[]',
      withdrawn: 'boolean',
      closes_at: 'number',
      updated_at: 'number',
      title_nl: 'number',
      title_fr: 'number',
      title_en: 'number',
    },
    sort: { unsortableProperties: ['title', 'text', 'withdrawn'] },
    components: {
      tokenizer: { language: 'english', normalizationCache: new Map(), tokenize: (text) => text.split(' ') },
    },
  })
  let rows = []
  let number = 0
  for (const entry of catalogue.entries()) {
    const [title, text] = Object.values(titleAndText(entry)).map((texts) => texts.flatMap(wordsOf).join(' '))
    rows.push({
      id: String(number),
      title,
      text,
      region: entry.regions.length === 0 ? [...regions] : [...entry.regions],
      topic: [...entry.topics],
      company_size: entry.company_sizes.length === 0 ? [...companySizes] : [...entry.company_sizes],
      instrument_type: entry.instrument_type,
      status: entry.status,
      government_level: entry.government_level,
      scope: entry.scope,
      source: entry.source_id,
      issuer: entry.issuer_id,
      nace_include: entry.nace.include.length === 0 ? ['*'] : [...entry.nace.include],
      nace_exclude: [...entry.nace.exclude],
      withdrawn: entry.withdrawn,
      ...(entry.closes_at === null ? {} : { closes_at: entry.closes_at }),
      updated_at: entry.updated_at,
      title_nl: ranks.nl[number],
      title_fr: ranks.fr[number],
      title_en: ranks.en[number],
    })
    number += 1
    if (rows.length === batch) {
      await insertMultiple(index, rows, batch)
      rows = []
    }
  }
  if (rows.length > 0) await insertMultiple(index, rows, batch)
  return {
    run: async ({ words, filters, sort, limit, offset }) => {
      const where = whereOf(filters)
      const found = await search(index, {
        term: words.join(' '),
        ...(words.length > 0 ? { properties: ['title', 'text'], boost: { title: 3 }, threshold: 0 } : {}),
        ...(Object.keys(where).length > 0 ? { where } : {}),
        ...(sort === 'relevance' ? {} : { sortBy: sortOf(sort) }),
        limit,
        offset,
      })
      return { total: found.count, rows: found.hits.map((hit) => Number(hit.id)) }
    },
    diskBytes: () => 0,
    close: () => {},
  }
}

function sortOf(sort) {
  if (sort === 'deadline') return { property: 'closes_at', order: 'ASC' }
  if (sort === 'updated') return { property: 'updated_at', order: 'DESC' }
  return { property: sort.replace(':', '_'), order: 'ASC' }
}

function whereOf(filters) {
  const where = {}
  for (const facet of ['instrument_type', 'status', 'government_level', 'scope', 'source', 'issuer']) {
    if (filters[facet]) where[facet] = { in: [...filters[facet]] }
  }
  for (const facet of ['region', 'topic', 'company_size']) {
    if (filters[facet]) where[facet] = { containsAny: [...filters[facet]] }
  }
  const [code] = filters.nace ?? []
  if (code) where.nace_include = { containsAny: ['*', ...prefixesOf(code)] }
  if (filters.deadline_before && filters.deadline_after) {
    where.closes_at = { between: [filters.deadline_after + 1, filters.deadline_before] }
  } else if (filters.deadline_before) where.closes_at = { lte: filters.deadline_before }
  else if (filters.deadline_after) where.closes_at = { gt: filters.deadline_after }
  if (filters.updated_since) where.updated_at = { gte: filters.updated_since }
  if (filters.include_withdrawn !== true) where.withdrawn = false
  if (!code) return where
  return {
    and: [
      ...Object.entries(where).map(([key, value]) => ({ [key]: value })),
      { not: { nace_exclude: { containsAny: prefixesOf(code) } } },
    ],
  }
}

function prefixesOf(code) {
  return Array.from({ length: code.length }, (_, length) => code.slice(0, length + 1))
}

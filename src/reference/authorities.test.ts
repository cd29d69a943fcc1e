import assert from 'node:assert/strict'
import test from 'node:test'
import { languagesOf } from '../values/localized-text.ts'
import { authorities, authorityOf } from './authorities.ts'

const all = authorities()

test('every authority has an id of its own that can stand in a comma list, a name, and a url over https or none', () => {
  assert.equal(new Set(all.map((authority) => authority.id)).size, all.length)
  for (const { id, name, url, aliases } of all) {
    assert.match(id, /^[a-z0-9]+(-[a-z0-9]+)*$/)
    assert.notEqual(languagesOf(name).length, 0, id)
    if (url !== null) assert.equal(new URL(url).protocol, 'https:', id)
    for (const alias of aliases) assert.equal(alias.trim() === alias && alias !== '', true, id)
  }
})

test('every id, name and alias leads to its own authority', () => {
  for (const authority of all) {
    const names = languagesOf(authority.name).map((language) => authority.name[language])
    for (const word of [authority.id, ...names, ...authority.aliases]) assert.equal(authorityOf(word ?? ''), authority)
  }
})

test('regions agree with the level: none for European and federal authorities, some for all others', () => {
  for (const { id, government_level: level, regions } of all) {
    if (level === 'eu' || level === 'federal') assert.deepEqual(regions, [], id)
    else if (id !== 'eureka') assert.notEqual(regions.length, 0, id)
    if (level === 'region' || level === 'province' || level === 'municipality') assert.equal(regions.length, 1, id)
  }
})

const known: [word: string, id: string, level: string, regions: string][] = [
  ['VLAIO', 'vlaio', 'region', 'flanders'],
  ['Agentschap Innoveren & Ondernemen', 'null', '', ''],
  ['Agentschap Innoveren en Ondernemen', 'vlaio', 'region', 'flanders'],
  ['PMV', 'pmv', 'region', 'flanders'],
  ['Departement Economie', 'wewis', 'region', 'flanders'],
  ['LRM', 'lrm', 'region', 'flanders'],
  ['VDAB', 'vdab', 'region', 'flanders'],
  ['Flanders Investment & Trade', 'fit', 'region', 'flanders'],
  ['VEKA', 'veka', 'region', 'flanders'],
  ['Wonen in Vlaanderen', 'wonen-in-vlaanderen', 'region', 'flanders'],
  ['Fluvius', 'fluvius', 'region', 'flanders'],
  ['VLIF', 'agriculture-flanders', 'region', 'flanders'],
  ['Departement Landbouw en Visserij', 'agriculture-flanders', 'region', 'flanders'],
  ['Departement Cultuur, Jeugd en Media', 'departement-cjm', 'community', 'flanders brussels'],
  ['innoviris', 'innoviris', 'region', 'brussels'],
  ['hub.brussels', 'hub-brussels', 'region', 'brussels'],
  ['finance&invest.brussels', 'finance-invest-brussels', 'region', 'brussels'],
  ['Bruxelles Économie et Emploi', 'brussels-economy-employment', 'region', 'brussels'],
  ['Leefmilieu Brussel', 'brussels-environment', 'region', 'brussels'],
  ['Actiris', 'actiris', 'region', 'brussels'],
  ['Bruxelles Formation', 'bruxelles-formation', 'community', 'brussels'],
  ['SPW Economie', 'spw-economie', 'region', 'wallonia'],
  ['SPW Recherche', 'spw-recherche', 'region', 'wallonia'],
  ['SPW Énergie', 'spw-tlpe', 'region', 'wallonia'],
  ['Wallonie Entreprendre', 'wallonie-entreprendre', 'region', 'wallonia'],
  ['AWEX', 'awex', 'region', 'wallonia'],
  ['Le Forem', 'forem', 'region', 'wallonia'],
  ['SPW Agriculture', 'spw-agriculture', 'region', 'wallonia'],
  ['IFAPME', 'ifapme', 'region', 'wallonia'],
  ['Fédération Wallonie-Bruxelles', 'fwb', 'community', 'brussels wallonia'],
  ['Ministerium der Deutschsprachigen Gemeinschaft', 'ostbelgien', 'community', 'wallonia'],
  ['WFG Ostbelgien', 'wfg-ostbelgien', 'community', 'wallonia'],
  ['SPF Finances', 'fps-finance', 'federal', ''],
  ['RSZ', 'nsso', 'federal', ''],
  ['ONSS', 'nsso', 'federal', ''],
  ['ONEM', 'neo', 'federal', ''],
  ['INASTI', 'nisse', 'federal', ''],
  ['FOD Economie', 'fps-economy', 'federal', ''],
  ['BELSPO', 'belspo', 'federal', ''],
  ['Provincie West-Vlaanderen', 'province-west-flanders', 'province', 'flanders'],
  ['Stad Gent', 'city-ghent', 'municipality', 'flanders'],
  ['Ville de Liege', 'city-liege', 'municipality', 'wallonia'],
  ['Stad Brussel', 'city-of-brussels', 'municipality', 'brussels'],
  ['European Commission', 'european-commission', 'eu', ''],
  ['EIC', 'eismea', 'eu', ''],
  ['CINEA', 'cinea', 'eu', ''],
  ['HaDEA', 'hadea', 'eu', ''],
  ['REA', 'rea', 'eu', ''],
  ['ERCEA', 'ercea', 'eu', ''],
  ['EACEA', 'eacea', 'eu', ''],
  ['EIB', 'eib', 'eu', ''],
  ['EIF', 'eif', 'eu', ''],
  ['Eureka', 'eureka', 'agency', ''],
  ['', 'null', '', ''],
  ['  ', 'null', '', ''],
  ['Namur', 'null', '', ''],
  ['Ministry of Magic', 'null', '', ''],
]
for (const [word, id, level, regions] of known) {
  test(`"${word}" names ${id === 'null' ? 'no authority' : `${id}, of level ${level}`}`, () => {
    const authority = authorityOf(word)
    assert.equal(authority?.id ?? 'null', id)
    assert.deepEqual([authority?.government_level ?? '', authority?.regions.join(' ') ?? ''], [level, regions])
  })
}

test('the ten provinces are there, and at least a hundred and fifty authorities in all', () => {
  const provinces = all.filter(({ id, government_level: level }) => level === 'province' && id.startsWith('province-'))
  assert.equal(provinces.length, 10)
  assert.ok(all.length >= 150, String(all.length))
})

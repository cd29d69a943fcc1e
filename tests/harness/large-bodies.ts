/** Bodies of nearly as many bytes as one may have, each of a kind that costs most somewhere: right ones and hostile ones. */

export type LargeBody = { what: string; to: 'match' | 'bulk' | 'watchlist'; text(): string }

const bytes = 1_990_000

/** As often as there is room for it. */
function filled(begin: string, unit: string, end: string): string {
  return begin + unit.repeat(Math.floor((bytes - begin.length - end.length) / Buffer.byteLength(unit))) + end
}

function members(count: number, member: (place: number) => string): string {
  return Array.from({ length: count }, (_, place) => member(place)).join(',')
}

const companies = (place: number): string =>
  `{"reference":"c${place}","company":{"postcode":"9000","employees":8,"nace":["62010","62020"]},` +
  `"answers":{${members(12, (at) => `"bench:${place + at}#c":true`)}}}`

export const largeBodies: readonly LargeBody[] = [
  { what: '5,000 companies with answers', to: 'bulk', text: () => `{"companies":[${members(5_000, companies)}]}` },
  { what: 'open brackets', to: 'match', text: () => filled('', '[', '') },
  { what: 'numbers in the place of codes', to: 'match', text: () => filled('{"company":{"nace":[', '1,', '1]}}') },
  { what: 'empty objects', to: 'match', text: () => filled('{"company":[', '{},', '{}]}') },
  {
    what: 'one key again and again',
    to: 'match',
    text: () => `{"answers":{${members(110_000, (place) => `"k${place % 15_000}":true`)}}}`,
  },
  { what: 'white space', to: 'match', text: () => filled('{', '\n', '"company":{}}') },
  { what: 'a key', to: 'match', text: () => filled('{"', 'k', '":1}') },
  { what: 'escapes', to: 'match', text: () => filled('{"company":{"postcode":"', '\\u0039', '"}}') },
  { what: 'a name', to: 'watchlist', text: () => filled('{"name":"', 'n', '"}') },
  { what: 'a name of pairs', to: 'watchlist', text: () => filled('{"name":"', '\u{1f600}', '"}') },
  { what: 'a postcode of spaces', to: 'match', text: () => filled('{"company":{"postcode":"', ' ', '"}}') },
  {
    what: 'an enterprise number of spaces',
    to: 'match',
    text: () => filled('{"company":{"enterprise_number":"0208:', ' ', 'x"}}'),
  },
  { what: 'a legal form of codes', to: 'match', text: () => filled('{"company":{"legal_form":"', '62.01 ', '"}}') },
  { what: 'a committee of digits', to: 'match', text: () => filled('{"company":{"joint_committees":["', '1 ', '"]}}') },
]

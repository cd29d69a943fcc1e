/** The schemas of the document as one JSON schema, which is what the generator of Python types reads. */
import { readFileSync, writeFileSync } from 'node:fs'

const [document, target] = process.argv.slice(2)
const { components } = JSON.parse(
  readFileSync(document, 'utf8').replaceAll('#/components/schemas/', '#/definitions/'),
  // Times stay text: what reads them otherwise is no part of Python's own library. Examples are no schemas.
  (key, value) => (['format', 'example', 'examples'].includes(key) && typeof value !== 'object' ? undefined : value),
)
const read = [
  'SubsidyList',
  'SubsidyAnswer',
  'CompanyAnswer',
  'MatchAnswer',
  'ChangeFeed',
  'Coverage',
  'Taxonomy',
  'ApiError',
]
const properties = Object.fromEntries(read.map((name) => [name, { $ref: `#/definitions/${name}` }]))
const schema = { type: 'object', title: 'Answers', definitions: components.schemas, properties }
delete components.schemas.ApiError.examples
writeFileSync(target, JSON.stringify(schema))

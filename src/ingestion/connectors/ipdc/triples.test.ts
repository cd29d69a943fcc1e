import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readNTriples } from '../n-triples.ts'
import { readIpdcProduct } from './product.ts'
import { mapIpdcProduct } from './record.ts'
import { ipdcProductsIn } from './triples.ts'

const lpdc = 'https://productencatalogus.data.vlaanderen.be/ns/ipdc-lpdc#'
const concept = 'https://productencatalogus.data.vlaanderen.be/id/concept'
const id = 'https://ipdc.example/id/instantie/groene-daken'

/** An invented product with its nodes, and with a requirement whose node is not there. */
const document = [
  `<${id}> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <${lpdc}InstancePublicServiceSnapshot> .`,
  `<${id}> <http://purl.org/dc/terms/title> "Subsidie groene daken"@nl-be-x-informal .`,
  `<${id}> <http://purl.org/dc/terms/title> "Grant for green roofs"@en .`,
  `<${id}> <http://purl.org/dc/terms/type> <${concept}/Type/FinancieelVoordeel> .`,
  `<${id}> <${lpdc}targetAudience> <${concept}/Doelgroep/Burger> .`,
  `<${id}> <http://purl.org/dc/terms/spatial> <http://data.europa.eu/nuts/code/BE23444021> .`,
  `<${id}> <http://schema.org/endDate> "2027-05-26T12:00:00+00:00"^^<http://www.w3.org/2001/XMLSchema#dateTime> .`,
  `<${id}> <http://schema.org/productID> "61219" .`,
  `<${id}> <${lpdc}isArchived> "false"^^<http://www.w3.org/2001/XMLSchema#boolean> .`,
  `<${id}> <http://www.w3.org/ns/dcat#keyword> "water"@nl .`,
  `<${id}> <http://vocab.belgif.be/ns/publicservice#hasRequirement> _:gone .`,
  `<${id}> <http://vocab.belgif.be/ns/publicservice#hasRequirement> _:r .`,
  '_:r <http://purl.org/dc/terms/description> "<p>Het dak is plat.</p>"@nl .',
  '_:r <http://www.w3.org/ns/shacl#order> "0"^^<http://www.w3.org/2001/XMLSchema#integer> .',
  '_:r <http://data.europa.eu/m8g/hasSupportingEvidence> _:e .',
  '_:e <http://purl.org/dc/terms/title> "Foto"@nl .',
  `<${id}> <http://purl.org/vocab/cpsv#produces> _:a .`,
  '_:a <http://purl.org/dc/terms/description> "<p>31 euro per vierkante meter</p>"@nl .',
  `<${id}> <http://purl.org/vocab/cpsv#follows> _:p .`,
  `_:p <${lpdc}hasWebsite> _:w .`,
  '_:w <http://schema.org/url> "https://stad.example/formulier" .',
  `<${id}> <http://data.europa.eu/m8g/hasLegalResource> _:l .`,
  '_:l <http://purl.org/dc/terms/title> "Reglement"@nl .',
  '_:l <http://schema.org/url> "https://stad.example/reglement" .',
].join('\n')

test('a product in triples becomes the record that the same product in JSON becomes', () => {
  const [json] = ipdcProductsIn(readNTriples(document))
  const reading = readIpdcProduct(json, { keepsWording: true })
  assert.equal(reading.kind, 'product')
  const mapping = reading.kind === 'product' ? mapIpdcProduct(reading.product) : null
  assert.ok(mapping !== null && 'record' in mapping)
  const { record } = mapping
  assert.equal(record.local_id, 'groene-daken')
  assert.deepEqual(record.title, { nl: 'Subsidie groene daken', en: 'Grant for green roofs' })
  assert.deepEqual(record.application_window, { opens_at: null, closes_at: '2027-05-26' })
  assert.deepEqual([record.area_codes, record.applicant_types, record.topics], [['44021'], ['household'], ['water']])
  assert.deepEqual(
    record.conditions.map(({ id: name, text }) => [name, text.nl]),
    [
      ['requirement-1', 'Het dak is plat.'],
      ['evidence-1', 'Foto'],
    ],
  )
  assert.deepEqual(record.amount, { note: { nl: '31 euro per vierkante meter' } })
  assert.equal(record.application_url, 'https://stad.example/formulier')
  assert.deepEqual(record.legal_basis, [{ title: { nl: 'Reglement' }, url: 'https://stad.example/reglement' }])
})

test('what is no product of the catalogue is passed over', () => {
  assert.deepEqual(ipdcProductsIn(readNTriples('<http://a.example/s> <http://a.example/p> "x" .')), [])
})

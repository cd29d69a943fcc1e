/**
 * Writes `src/generated/` from the service's OpenAPI document: the types of what is sent and answered, how each operation is
 * called, and a method for each. `node clients/typescript/make-types.mjs`. `npm run generate` does it too; a test compares.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { inClientWords } from './generate/client-words.mjs'
import { operationsOf, reached } from './generate/document.mjs'
import { methodsText } from './generate/methods.mjs'
import { operationsText } from './generate/operations.mjs'
import { schemasText } from './generate/schemas.mjs'

const documentFile = path.join(import.meta.dirname, '..', '..', 'openapi.json')
const generatedFolder = path.join(import.meta.dirname, 'src', 'generated')

/**
 * The text of every generated file by its name.
 * @param {import('./generate/document.mjs').Schema} contract
 * @returns {{ [file: string]: string }}
 */
export function generated(contract) {
  const document = inClientWords(contract)
  const operations = operationsOf(document)
  const { sent } = reached(document, operations)
  return {
    'schemas.ts': schemasText(document, sent),
    'operations.ts': operationsText(document, operations),
    'methods.ts': methodsText(document, operations),
  }
}

if (process.argv[1] === import.meta.filename) {
  const document = JSON.parse(readFileSync(documentFile, 'utf8'))
  for (const [file, text] of Object.entries(generated(document))) writeFileSync(path.join(generatedFolder, file), text)
}

/** Writes `docs/input-record.schema.json` anew: `npm run input-schema`. */
import { writeFile } from 'node:fs/promises'
import { inputSchema } from '../src/measures/reading/input-schema.ts'

const document = new URL('../docs/input-record.schema.json', import.meta.url)
await writeFile(document, `${JSON.stringify(inputSchema, null, 2)}\n`)

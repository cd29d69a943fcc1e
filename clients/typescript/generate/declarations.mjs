/** Has the emitted declarations name files as they lie in the package: every version of TypeScript finds those. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../dist', import.meta.url))
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
for (const file of files.filter((name) => name.endsWith('.d.ts'))) {
  const text = readFileSync(path.join(folder, file), 'utf8')
  writeFileSync(path.join(folder, file), text.replaceAll(/(from '\.{1,2}\/[^']+)\.ts'/g, "$1.js'"))
}

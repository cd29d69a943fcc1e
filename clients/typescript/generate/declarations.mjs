/** Has the emitted declarations name files as they lie in the package: every version of TypeScript finds those. */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const folder = path.join(import.meta.dirname, '..', 'dist')
for (const file of globSync('**/*.d.ts', { cwd: folder })) {
  const text = readFileSync(path.join(folder, file), 'utf8')
  writeFileSync(path.join(folder, file), text.replaceAll(/(from '\.{1,2}\/[^']+)\.ts'/g, "$1.js'"))
}

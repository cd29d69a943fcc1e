/**
 * Assembles `kernel.wat` and writes its bytes to `kernel-bytes.ts`: `npm run set-kernel`. With `--check` it writes nothing,
 * and fails where the bytes that stand there are others.
 */
import { readFile, writeFile } from 'node:fs/promises'
import wabt from 'wabt'

const room = new URL('../src/matching/evaluator/sets/', import.meta.url)
const lineLength = 116

const { parseWat } = await wabt()
const source = await readFile(new URL('kernel.wat', room), 'utf8')
const module = parseWat('kernel.wat', source, { simd: true, threads: true, bulk_memory: true })
const { buffer } = module.toBinary({})
const lines =
  Buffer.from(buffer)
    .toString('base64')
    .match(new RegExp(`.{1,${lineLength}}`, 'g')) ?? []
const text = `/** \`kernel.wat\`, assembled: \`npm run set-kernel\` writes this file. */
export const kernelBytes = Buffer.from(
  [
${lines.map((line) => `    '${line}',\n`).join('')}  ].join(''),
  'base64',
)
`
const file = new URL('kernel-bytes.ts', room)
if (!process.argv.includes('--check')) await writeFile(file, text)
else if ((await readFile(file, 'utf8')) !== text) {
  console.error('kernel-bytes.ts is not what kernel.wat assembles to: npm run set-kernel')
  process.exitCode = 1
}

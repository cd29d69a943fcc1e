/** Folders of the tests with packages of their own, which `npm test` installs where the network allows it. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from './started-process.ts'

/**
 * Why tests that need the packages of a folder are skipped; false where they run. A check of the whole project says that
 * none may be skipped (`isRequired`): then they fail where the packages are not there.
 */
export function packagesMissing(folder: string, isRequired: boolean, what: string): string | false {
  if (isRequired || existsSync(path.join(folder, 'node_modules', '.setup-stamp'))) return false
  const place = path.relative(projectRoot, folder)
  return `${what} not installed: npm ci --ignore-scripts in ${place}, which needs the network`
}

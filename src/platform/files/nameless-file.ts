/** Files without a name: each is there for as long as somebody has it open, and goes with the process, however that ends. */
import { mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import path from 'node:path'

/** An empty one, open to be read and written, on the disk of that folder, which is made where it is not there. */
export function namelessFileIn(folder: string): number {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const own = mkdtempSync(path.join(folder, 'subsidy-measures-'))
  try {
    return openSync(path.join(own, 'nameless'), 'w+')
  } finally {
    rmSync(own, { recursive: true })
  }
}

/** Clients generated from the document, with what `tests/document/clients` installs: generated, compiled, run. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFile, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { packagesMissing } from './package-folders.ts'
import { projectRoot, startProgram } from './started-process.ts'

export const generatorsFolder = path.join(projectRoot, 'tests', 'document', 'clients')

/** Why tests with these generators are skipped; false where they run. */
export const generatorsMissing = packagesMissing(
  generatorsFolder,
  process.env.GENERATED_CLIENTS === 'required',
  'the generators are',
)

export const pythonMissing: string | false =
  spawnSync('python3', ['--version'], { stdio: 'ignore' }).status === 0 ? false : 'there is no python3'

export type Workshop = {
  /** Runs a program that a package of the folder brings, or one of this folder; answers what it printed. */
  run(program: string, words: readonly string[], environment?: Record<string, string>): Promise<string>
  runPython(program: string, environment: Record<string, string>): Promise<string>
  close(): Promise<void>
}

/** A folder as an integrator has it: the programs, their settings, and the packages. */
export async function openWorkshop(files: readonly string[]): Promise<Workshop> {
  const folder = await mkdtemp(path.join(tmpdir(), 'generated-'))
  for (const file of files) await copyFile(path.join(generatorsFolder, file), path.join(folder, file))
  await symlink(path.join(generatorsFolder, 'node_modules'), path.join(folder, 'node_modules'))
  const run = async (command: string, words: string[], environment: Record<string, string>): Promise<string> => {
    const started = startProgram(command, words, { cwd: folder, environment })
    const { code } = await started.end()
    assert.equal(code, 0, `${words.join(' ')}: ${started.out}${started.error}`)
    return started.out
  }
  return {
    run: (program, words, environment = {}) =>
      run(process.execPath, [path.join(folder, program), ...words], environment),
    runPython: (program, environment) => run('python3', [path.join(folder, program)], environment),
    close: () => rm(folder, { recursive: true, force: true }),
  }
}

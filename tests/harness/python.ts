/** Python, for the client in `clients/python`: its programs run on the sources, or on the package as it is installed. */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { packagesMissing } from './package-folders.ts'
import { projectRoot, type StartedProcess, startProgram } from './started-process.ts'

export const clientFolder = path.join(projectRoot, 'clients', 'python')
export const sourcesFolder = path.join(clientFolder, 'src')
const programsFolder = path.join(projectRoot, 'tests', 'clients', 'python', 'programs')
/** With the package that checks the types, which has a lock file of its own. */
export const checksFolder = path.join(projectRoot, 'tests', 'clients', 'python', 'checks')

/** The oldest Python that the client is written for. */
export const oldestPython = [3, 11] as const

const isRequired = process.env.PYTHON_CLIENT === 'required'
// Several Pythons may be there, of which some cannot make packages.
const candidates = [process.env.PYTHON ?? '', 'python3', '/usr/bin/python3'].filter((one) => one !== '')
const isRecent = `import sys; assert sys.version_info >= (${oldestPython.join(', ')})`

/** Null where there is none that is recent enough. */
const recent = candidates.find((command) => runs(command, ['-c', isRecent])) ?? null
const packaging = candidates.find((command) =>
  runs(command, ['-c', `${isRecent}; import setuptools, wheel, pip, venv, ensurepip`]),
)
const mypy = ['mypy', '/usr/bin/mypy'].find((command) => runs(command, ['--version'])) ?? null

/** What runs the programs, and what makes and installs packages. */
export const python = recent ?? 'python3'
export const packagingPython = packaging ?? 'python3'
export const mypyCommand = mypy ?? 'mypy'
export const pyrightFile = path.join(checksFolder, 'node_modules', 'pyright', 'index.js')

/** Why tests are skipped; false where they run. A check of the whole project says that none may be skipped. */
const reason = (isThere: boolean, why: string): string | false => (isThere || isRequired ? false : why)
export const pythonMissing = reason(recent !== null, `there is no Python of ${oldestPython.join('.')} or later`)
export const packagingMissing = reason(
  packaging !== undefined,
  'there is no Python with pip, setuptools, wheel and venv',
)
export const mypyMissing = reason(mypy !== null, 'there is no mypy')
export const pyrightMissing = packagesMissing(checksFolder, isRequired, 'pyright is')

function runs(command: string, words: readonly string[]): boolean {
  return spawnSync(command, words, { stdio: 'ignore' }).status === 0
}

/** Starts one of the programs of the tests on the client's sources. */
export function startPython(
  program: string,
  words: readonly string[],
  environment: Record<string, string> = {},
): StartedProcess {
  return startProgram(python, ['-B', '-W', 'error', path.join(programsFolder, program), ...words], {
    environment: { PYTHONPATH: sourcesFolder, PYTHONUTF8: '1', ...environment },
  })
}

/** What one of the programs prints, as JSON. */
export async function printedBy<Printed>(
  program: string,
  words: readonly string[],
  environment: Record<string, string> = {},
): Promise<Printed> {
  const started = startPython(program, words, environment)
  const { code } = await started.end()
  if (code !== 0) throw new Error(`${program} ended with ${code}:\n${started.out}\n${started.error}`)
  return JSON.parse(started.out)
}

export type PythonCall = [method: string, positional?: readonly unknown[], named?: Record<string, unknown>]

type Quota = { limit: number | null; remaining: number | null; reset_seconds: number; at: number }

/** What a call came to: `value`, or `error` with the name of its class. */
export type PythonOutcome = {
  value?: unknown
  error?: {
    class: string
    message: string
    code?: string
    status?: number
    request_id?: string | null
    details?: Record<string, unknown>
    help_url?: string | null
    required_plan?: string | null
    quota?: Quota | null
    etag?: string
  }
  seconds: number
  request_id: string | null
  etag: string | null
  quota: Quota | null
}

/** Makes calls with one client, and answers what each came to. `key` null: without one. */
export function pythonCalls(
  origin: string,
  key: string | null,
  calls: readonly PythonCall[],
  settings: Record<string, unknown> = {},
): Promise<PythonOutcome[]> {
  const whole = calls.map(([method, positional = [], named = {}]) => [method, positional, named])
  const environment = { SUBSIDIES_URL: origin, ...(key === null ? {} : { SUBSIDIES_KEY: key }) }
  return printedBy('calls.py', [JSON.stringify(whole), JSON.stringify(settings)], environment)
}

// Reads what the examples for receivers read. What is signed and no JSON is verified, and then told apart.
const verifyDriver = `
import base64, json, sys
sys.path.insert(0, sys.argv[1])
sys.dont_write_bytecode = True
from subsidy_measures import WebhookSignatureError, verify_webhook
def say(row):
    try:
        return verify_webhook(base64.b64decode(row[0]), row[1], row[2], now=row[3]) == json.loads(base64.b64decode(row[0]))
    except WebhookSignatureError as fault:
        return isinstance(fault.__cause__, ValueError)
json.dump([say(row) for row in json.load(sys.stdin)], sys.stdout)`

/** The client as one more receiver of webhooks. */
export const pythonVerifier = {
  language: 'Python client',
  file: 'clients/python',
  skip: pythonMissing,
  command: python,
  driver: ['-B', '-c', verifyDriver, sourcesFolder],
} as const

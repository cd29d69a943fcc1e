/**
 * The receivers of `docs/examples/webhooks/` as customers run them, each by its own interpreter: its `verify` over many
 * deliveries at once, and the whole of it as a server.
 */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { call } from './http.ts'
import { projectRoot, type StartedProcess, startProgram, until } from './started-process.ts'

export const examplesFolder = path.join(projectRoot, 'docs', 'examples', 'webhooks')

/** A delivery as it comes in; `header` null: it has none. */
export type Delivery = { body: Buffer; header: string | null; secret: string; now: number }

export type ReceiverExample = {
  language: string
  file: string
  /** Why it cannot run here; false where it can. */
  skip: string | false
  command: string
  /** The words with which the interpreter carries out `driver`, which reads deliveries and writes verdicts. */
  driver: readonly string[]
  /** The words with which it serves at a port. */
  serving(port: number): readonly string[]
}

// Each reads a list of [body in base64, header, secret, now], and writes the list of what verify says.
const tsDriver = `
  const { verify } = await import(process.argv[2])
  let text = ''
  for await (const chunk of process.stdin.setEncoding('utf8')) text += chunk
  const say = ([body, header, secret, now]) => verify(Buffer.from(body, 'base64'), header ?? undefined, secret, now)
  process.stdout.write(JSON.stringify(JSON.parse(text).map(say)))`
const pyDriver = `
import base64, importlib.util, json, sys
spec = importlib.util.spec_from_file_location("verify", sys.argv[1])
example = importlib.util.module_from_spec(spec)
sys.dont_write_bytecode = True
spec.loader.exec_module(example)
say = lambda row: example.verify(base64.b64decode(row[0]), row[1], row[2], row[3])
json.dump([say(row) for row in json.load(sys.stdin)], sys.stdout)`
const phpDriver = `
require $argv[1];
$rows = json_decode(file_get_contents('php://stdin'), true, 8, JSON_THROW_ON_ERROR);
echo json_encode(array_map(fn ($row) => verify(base64_decode($row[0]), $row[1], $row[2], $row[3]), $rows));`

const phpMemory = ['-d', 'memory_limit=512M']
const fileOf = (name: string): string => path.join(examplesFolder, name)

export const receiverExamples: readonly ReceiverExample[] = [
  {
    language: 'TypeScript',
    file: 'verify.ts',
    skip: false,
    command: process.execPath,
    // Named second: a file that is named first is the one that runs, and would serve.
    driver: ['--input-type=module', '-e', tsDriver, 'driver', fileOf('verify.ts')],
    serving: () => [fileOf('verify.ts')],
  },
  {
    language: 'Python',
    file: 'verify.py',
    skip: runs('python3', '--version') ? false : 'there is no python3',
    command: 'python3',
    driver: ['-B', '-c', pyDriver, fileOf('verify.py')],
    serving: () => ['-B', fileOf('verify.py')],
  },
  {
    language: 'PHP',
    file: 'verify.php',
    skip: runs('php', '--version') ? false : 'there is no php',
    command: 'php',
    driver: [...phpMemory, '-r', phpDriver, '--', fileOf('verify.php')],
    serving: (port) => ['-S', `127.0.0.1:${port}`, fileOf('verify.php')],
  },
]

function runs(command: string, word: string): boolean {
  return spawnSync(command, [word], { stdio: 'ignore' }).status === 0
}

/** What the example says of each delivery, by one run of its interpreter. */
export function verdictsOf(
  example: Pick<ReceiverExample, 'file' | 'command' | 'driver'>,
  deliveries: readonly Delivery[],
): boolean[] {
  const rows = deliveries.map(({ body, header, secret, now }) => [body.toString('base64'), header, secret, now])
  const done = spawnSync(example.command, [...example.driver], {
    input: JSON.stringify(rows),
    encoding: 'utf8',
    maxBuffer: 1_000_000,
    timeout: 60_000,
  })
  if (done.status !== 0 || done.stderr !== '') throw new Error(`${example.file}: ${done.stderr} ${done.error ?? ''}`)
  return JSON.parse(done.stdout)
}

/** Starts the example as a server that keeps what it takes in `inbox`, and waits until it answers. */
export async function startExample(
  example: ReceiverExample,
  { secret, inbox, port }: { secret: string; inbox: string; port: number },
): Promise<{ url: string; process: StartedProcess }> {
  const environment = { WEBHOOK_SECRET: secret, INBOX: inbox, PORT: String(port) }
  const process = startProgram(example.command, example.serving(port), { environment })
  const url = `http://127.0.0.1:${port}`
  await until(`${example.file} answers`, async () => {
    if (!process.isRunning) throw new Error(`${example.file} ended: ${process.out}${process.error}`)
    return await call(url, 'GET', '/hook').then(
      () => true,
      () => false,
    )
  })
  return { url, process }
}

/** The script that loads the register every night, as docs/operating.md has it: it takes away what it made, and nothing else. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { projectRoot } from '../harness/started-process.ts'

const beginning = '# /usr/local/bin/load-register\n'

/** The block of the document from the script's own name on. */
function scriptOfDocument(): string {
  const text = readFileSync(path.join(projectRoot, 'docs/operating.md'), 'utf8')
  const blocks = [...text.matchAll(/^```\n(.*?)^```/gms)].map(([, block = '']) => block)
  const [script, ...others] = blocks.filter((block) => block.includes(beginning))
  assert.ok(script !== undefined && others.length === 0, 'the document has the script once')
  return script.slice(script.indexOf(beginning))
}

/** Both stand-ins write down how they were called. `fails`: what ends the one that is called so. */
const curl = (fails: string) => `#!/bin/sh
echo "curl $*" >> "$CALLS"
case "$*" in *-K*) step=sign-in ;; *) step=download ;; esac
[ "$step" != ${fails} ] || exit 22
[ stopped-"$step" != ${fails} ] || kill -TERM "$PPID"
while [ $# -gt 0 ]; do case "$1" in -o | -c) echo "$step" > "$2" ;; esac; shift; done
`
const npx = (fails: string) => `#!/bin/sh
echo "npx $* in $PWD with $(cat "$5")" >> "$CALLS"
[ load != ${fails} ] || exit 1
`

const cases: [what: string, fails: string, status: number, steps: string[]][] = [
  ['all goes well', 'nothing', 0, ['curl', 'curl', 'npx']],
  ['the load is refused', 'load', 1, ['curl', 'curl', 'npx']],
  ['the download fails', 'download', 22, ['curl', 'curl']],
  ['the sign-in fails', 'sign-in', 22, ['curl']],
  ['it is told to stop', 'stopped-download', 1, ['curl', 'curl']],
]

const shells = ['/bin/sh', '/bin/bash'].filter((shell) => existsSync(shell))

for (const shell of shells)
  for (const [what, fails, status, steps] of cases)
    test(`${shell}: where ${what}, the installation stands, and what the script made is gone`, () => {
      const folder = mkdtempSync(path.join(tmpdir(), 'subsidies-nightly-'))
      try {
        const [installation, temporary, programs] = ['installation', 'temporary', 'programs'].map((name) => {
          const made = path.join(folder, name)
          mkdirSync(made)
          return made
        }) as [string, string, string]
        writeFileSync(path.join(installation, 'package.json'), '{}')
        mkdirSync(path.join(installation, 'var'))
        for (const [name, text] of [
          ['curl', curl(fails)],
          ['npx', npx(fails)],
        ] as const) {
          writeFileSync(path.join(programs, name), text)
          chmodSync(path.join(programs, name), 0o755)
        }
        const script = scriptOfDocument()
          .replaceAll(/\/(?:opt|srv)\/subsidies/g, installation)
          .replaceAll('/etc/subsidies', folder)
        const calls = path.join(folder, 'calls')
        const done = spawnSync(shell, ['-c', script], {
          cwd: folder,
          encoding: 'utf8',
          // A bash whose input is a socket takes itself for one of a network, and reads its user's settings.
          stdio: ['ignore', 'pipe', 'pipe'],
          env: {
            ...{ PATH: `${programs}:/usr/bin:/bin`, TMPDIR: temporary, CALLS: calls },
            ...{ SIGN_IN_ADDRESS: 'https://sign-in.example', FILE_ADDRESS: 'https://file.example' },
          },
        })
        assert.deepEqual([done.status, done.stderr], [status, ''])
        assert.deepEqual(readdirSync(installation).sort(), ['package.json', 'var'])
        assert.deepEqual(readdirSync(temporary), [])
        const called = readFileSync(calls, 'utf8').trim().split('\n')
        assert.deepEqual(
          called.map((line) => line.split(' ')[0]),
          steps,
        )
        const last = called.at(-1) ?? ''
        if (!steps.includes('npx')) return
        assert.ok(last.startsWith(`npx subsidies companies load --file ${temporary}/`), last)
        assert.ok(last.endsWith(` in ${installation} with download`), last)
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    })

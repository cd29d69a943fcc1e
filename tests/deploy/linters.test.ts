/** What a deployment is given, judged by the programs that will read it. */
import assert from 'node:assert/strict'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'
import { describeSettings } from '../../src/platform/settings.ts'
import { certificate } from '../harness/certificates.ts'
import { runTool, toolMissing } from '../harness/debian-tools.ts'
import { projectRoot } from '../harness/started-process.ts'

const deploy = path.join(projectRoot, 'deploy')

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'subsidies-deploy-'))
  try {
    await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The worst that `systemd-analyze security` may say of a unit, of 10. */
const exposureMax = 2

test('systemd takes every unit, and finds each confined', { skip: toolMissing('systemd-analyze', 'systemd') }, () =>
  inFolder(async (folder) => {
    const units = await readdir(path.join(deploy, 'systemd'))
    assert.ok(units.length >= 5)
    for (const unit of units) {
      const text = await readFile(path.join(deploy, 'systemd', unit), 'utf8')
      // The place of the release, where this clone is not.
      await writeFile(path.join(folder, unit), text.replaceAll('/opt/subsidies/node_modules/.bin/node', '/bin/true'))
    }
    const said = runTool('systemd-analyze', ['verify', '--man=no', ...units.map((unit) => path.join(folder, unit))])
    assert.equal(said, '')
    for (const unit of units.filter((name) => name.endsWith('.service'))) {
      const judged = runTool('systemd-analyze', ['security', '--offline=true', path.join(folder, unit)])
      const exposure = Number(/exposure level for \S+: (\d+\.\d)/.exec(judged)?.[1] ?? 'NaN')
      assert.ok(exposure <= exposureMax, `${unit}: ${exposure}`)
    }
  }),
)

test('units name the commands that there are, and give a stop its time', async () => {
  for (const unit of ['subsidies.service', 'subsidies-api@.service', 'subsidies-worker.service']) {
    const text = await readFile(path.join(deploy, 'systemd', unit), 'utf8')
    const delay = Number(/SHUTDOWN_DELAY_SECONDS=(\d+)/.exec(text)?.[1] ?? 0)
    const stop = Number(/^TimeoutStopSec=(\d+)$/m.exec(text)?.[1])
    assert.ok(stop >= delay + 35, `${unit}: a stop takes at most 35 s after the delay`)
    // A delivery asks which addresses are this machine's own.
    assert.match(text, /^RestrictAddressFamilies=.*\bAF_NETLINK\b/m, unit)
    assert.match(text, /begin\.mjs serve(?: --role (?:api|worker))?$/m)
  }
})

test('haproxy takes its configuration as it stands', { skip: toolMissing('haproxy') }, () =>
  inFolder(async (folder) => {
    const { cert, key } = certificate({ names: ['subsidies.example'], by: null })
    await writeFile(path.join(folder, 'all.pem'), `${cert}${key}`)
    const said = runTool('haproxy', ['-c', '-f', path.join(deploy, 'haproxy', 'haproxy.cfg')], {
      CERTIFICATES: folder,
      ...{ API1: '127.0.0.1:1', API2: '127.0.0.1:2', CONNECTIONS: '1000' },
    })
    assert.match(said, /Configuration file is valid/)
    assert.doesNotMatch(said, /WARNING/)
  }),
)

test(
  'compose takes the composition, and every process of it has what it needs',
  { skip: toolMissing('docker-compose') },
  () =>
    inFolder(async (folder) => {
      await cp(deploy, path.join(folder, 'deploy'), { recursive: true })
      await cp(path.join(deploy, 'environment.example'), path.join(folder, 'deploy', 'environment'))
      await writeFile(path.join(folder, 'deploy', 'pgbouncer', 'users.txt'), '"subsidies" "secret"\n')
      const said = runTool(
        'docker-compose',
        ['-p', 'subsidies', '-f', path.join(folder, 'deploy', 'compose.yaml'), 'config'],
        { POSTGRES_PASSWORD: 'secret' },
      )
      const { services } = parse(said) as { services: Record<string, { environment?: Record<string, string> }> }
      assert.deepEqual(Object.keys(services).sort(), [
        ...['api1', 'api2', 'haproxy', 'migrate', 'pgbouncer', 'postgres', 'worker'],
      ])
      const known = new Set(describeSettings().map(({ name }) => name))
      for (const name of ['api1', 'api2', 'worker', 'migrate']) {
        const given = Object.keys(services[name]?.environment ?? {}).filter(
          (setting) => setting !== 'POSTGRES_PASSWORD',
        )
        assert.deepEqual(
          given.filter((setting) => !known.has(setting)),
          [],
          `${name} is given settings that there are`,
        )
        for (const needed of ['DATABASE_URL', 'SECRET_KEY', 'BASE_URL']) assert.ok(given.includes(needed), needed)
      }
    }),
)

test('the example of an environment names settings that there are', async () => {
  const lines = (await readFile(path.join(deploy, 'environment.example'), 'utf8')).split('\n')
  const named = lines.flatMap((line) => /^#?([A-Z][A-Z_]+)=/.exec(line)?.[1] ?? [])
  const known = [...describeSettings().map(({ name }) => name), 'POSTGRES_PASSWORD']
  assert.ok(named.length > 5)
  assert.deepEqual(
    named.filter((name) => !known.includes(name)),
    [],
  )
})

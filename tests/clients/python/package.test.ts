/** The Python client as it is handed out: packed, installed into an empty environment, used there as its README says. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { after, test } from 'node:test'
import { mergeMeasures } from '../../../src/measures/merge.ts'
import { engines } from '../../harness/databases.ts'
import { input } from '../../harness/ingestion.ts'
import { clientFolder, packagingMissing, pyrightFile, pyrightMissing } from '../../harness/python.ts'
import { type InstalledClient, installClient } from '../../harness/python-package.ts'
import { startService } from '../../harness/service.ts'

let installing: Promise<InstalledClient> | null = null
const installed = (): Promise<InstalledClient> => {
  installing ??= installClient()
  return installing
}
after(async () => (await installing)?.[Symbol.asyncDispose]())

const readme = await readFile(path.join(clientFolder, 'README.md'), 'utf8')
/** Every block of the README in Python, one after the other. */
const program = [...readme.matchAll(/^```python\n([\s\S]*?)^```$/gm)].map(([, code]) => code).join('\n')

test('the package holds the modules, their types, its licence and nothing else, needs nothing, and says what it is', {
  skip: packagingMissing,
}, async () => {
  const client = await installed()
  const listed = client.run(['-m', 'zipfile', '-l', client.wheel])
  assert.equal((await listed.end()).code, 0, listed.error)
  const files = [...listed.out.matchAll(/^(\S+\/\S+)/gm)].map(([, file]) => file ?? '')
  assert.ok(files.includes('subsidy_measures/py.typed') && files.includes('subsidy_measures/types.py'))
  assert.ok(files.some((file) => /^subsidy_measures_client-1\.0\.0\.dist-info\/(licenses\/)?LICENSE$/.test(file)))
  const others = files.filter((file) => !/^subsidy_measures(\/|_client-1\.0\.0\.dist-info\/)/.test(file))
  assert.deepEqual(others, [])
  const told = client.run([
    '-c',
    'import importlib.metadata as m, subsidy_measures as s; d = m.distribution("subsidy-measures-client"); ' +
      'print(d.version, s.__version__, d.requires, d.metadata["Requires-Python"], d.metadata["License"])',
  ])
  assert.equal((await told.end()).code, 0, told.error)
  assert.equal(told.out, '1.0.0 1.0.0 None >=3.11 MIT\n')
  const document = JSON.parse(await readFile(path.join(clientFolder, '..', '..', 'openapi.json'), 'utf8'))
  assert.equal(document.info.version, '1.0.0', 'the version is that of the document')
})

test('installed into an empty environment, everything that the README shows works on a service', {
  skip: packagingMissing,
}, async () => {
  const [engine] = engines
  assert.ok(engine)
  const service = await startService(engine)
  try {
    const energy = { title: 'Energy', regions: ['flanders'], status: 'open' }
    await service.publish([input('one', energy), input('two', { conditions: [{ text: 'Be small.' }] }), input('three')])
    const client = await installed()
    await writeFile(path.join(client.folder, 'readme.py'), program)
    const environment = { SUBSIDIES_URL: service.origin, SUBSIDIES_KEY: service.keys.business }
    const first = client.run(['-W', 'error', 'readme.py'], environment)
    assert.equal((await first.end()).code, 0, first.error)
    assert.match(first.out, /^al:one Energy None$/m)
    assert.match(first.out, /^Support two \['Be small\.'\]$/m)
    assert.match(first.out, /^a \{'company': /m)
    assert.match(first.out, /^3 3 0 0 None$/m)
    assert.match(first.out, /^vlaio:no-such-measure$/m)
    assert.match(first.out, /^Quota\(limit=500000, remaining=\d+, .* req_\w+$/m)
    await mergeMeasures(service.means, 'al:one', 'al:two')
    const second = client.run(['-W', 'error', 'readme.py'], environment)
    assert.equal((await second.end()).code, 0, second.error)
    assert.match(second.out, /^2 0 1 1 None$/m, 'the copy goes on in another process')
    assert.ok(!`${first.out}${second.out}`.includes(service.keys.business))
  } finally {
    await service.stop()
  }
})

test('what the README shows passes the strict check of types, with the package as it is installed', {
  skip: packagingMissing === false ? pyrightMissing : packagingMissing,
}, async () => {
  const client = await installed()
  await writeFile(path.join(client.folder, 'readme.py'), program)
  const settings = { include: ['readme.py'], typeCheckingMode: 'strict' }
  await writeFile(path.join(client.folder, 'pyrightconfig.json'), JSON.stringify(settings))
  const checked = spawnSync(process.execPath, [pyrightFile, '-p', '.', '--pythonpath', client.python], {
    cwd: client.folder,
    encoding: 'utf8',
  })
  assert.equal(checked.status, 0, checked.stdout)
})

/** Clients that generators make of the document: each calls every operation of a running service, without a cast. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { routes } from '../../src/app.ts'
import { startCuratedService } from '../harness/curated-service.ts'
import {
  generatorsFolder,
  generatorsMissing,
  openWorkshop,
  pythonMissing,
  type Workshop,
} from '../harness/generated-clients.ts'
import { sampleEstablishments } from '../harness/sample-register.ts'
import type { TestService } from '../harness/service.ts'
import { projectRoot } from '../harness/started-process.ts'
import type { Understood } from './clients/told.ts'

const document = path.join(projectRoot, 'openapi.json')
const programs = ['fetch-client', 'hey-client'] as const

describe('generated clients', { skip: generatorsMissing }, () => {
  let service: TestService
  let workshop: Workshop
  before(async () => {
    service = await startCuratedService()
    const files = [
      'package.json',
      'tsconfig.json',
      'told.ts',
      'python-schema.mjs',
      'client.py',
      ...programs.map((name) => `${name}.ts`),
    ]
    workshop = await openWorkshop(files)
    await workshop.run('node_modules/openapi-typescript/bin/cli.js', [document, '-o', 'schema.ts'])
    await workshop.run('node_modules/@hey-api/openapi-ts/bin/run.js', ['-i', document, '-o', 'hey'])
  })
  after(async () => {
    await service.stop()
    await workshop.close()
  })

  test('the document is valid OpenAPI 3.1, by the schema of the standard', async () => {
    const said = await workshop.run('node_modules/@seriousme/openapi-schema-validator/bin/validate-api-cli.js', [
      document,
    ])
    assert.match(said, /"valid": true/)
  })

  test('programs over what openapi-typescript and hey-api generate compile under strict rules', async () => {
    await workshop.run('node_modules/typescript/bin/tsc', ['-p', '.'])
  })

  for (const name of programs) {
    test(`${name}: no cast, no assertion, no any`, () => {
      const text = readFileSync(path.join(generatorsFolder, `${name}.ts`), 'utf8')
      const code = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*|'[^']*'|`[^`]*`/g, '')
      assert.doesNotMatch(code, /\bas\b|\bany\b|\bunknown as\b|[\w)\]]!(?!=)/)
    })

    test(`${name}: every operation is called, and understood as it is answered`, async () => {
      service.clock.advance({ days: 1 })
      const environment = { ADDRESS: service.origin, KEY: service.keys.enterprise }
      const said = await workshop.run(path.join('built', `${name}.js`), [], environment)
      const { operations, understood } = JSON.parse(said) as { operations: string[]; understood: Understood }
      assert.deepEqual(operations.toSorted(), routes.map(({ operation }) => operation).toSorted())
      const { total } = (await service.get('/v1/coverage')).json()
      const list = (await service.get('/v1/subsidies?region=flanders,brussels&status=open,continuous&limit=1')).json()
      const { found, exported, title, regions, plans, lines, ...rest } = understood
      assert.deepEqual([understood.total, exported, found], [total, total, (list.meta as { total: number }).total])
      assert.ok(typeof title === 'string' && regions.includes('Flanders') && plans.length === 4 && lines >= 2)
      assert.deepEqual(rest, {
        ...{ status: 'ok', total, source: 'belgium-curated', plan: 'enterprise', versions: 1, told: 2 },
        ...{ registered: '10711', filled: 'register' },
        ...{ match: 'possibly_eligible', counts: ['bakery'], uploaded: 1, matches: 2, delivery: 'pending' },
        ...{ secrets: true, called: true, code: 'subsidy_not_found' },
      })
    })
  }

  test('types that quicktype makes for Python read the answers, and lose nothing that they say', {
    skip: pythonMissing,
  }, async () => {
    service.clock.advance({ days: 1 })
    await workshop.run('python-schema.mjs', [document, 'Generated.json'])
    const words = ['-s', 'schema', '-l', 'python', '--python-version', '3.7', '--src', 'Generated.json']
    await workshop.run('node_modules/quicktype/dist/index.js', [...words, '-o', 'generated.py'])
    const environment = { ADDRESS: service.origin, KEY: service.keys.enterprise }
    const { rows, title, events, ...rest } = JSON.parse(await workshop.runPython('client.py', environment))
    const { total } = (await service.get('/v1/coverage')).json()
    assert.ok(rows > 10 && events === 100 && typeof title === 'string')
    assert.deepEqual(rest, {
      ...{ lost: [], status: 'possibly_eligible', total },
      ...{ kind: 'legal_person', filled: { legal_form: 'register', founded_on: 'register', nace: 'register' } },
      options: [sampleEstablishments[0], 3],
      ...{ regions: ['Flanders', 'Brussels', 'Wallonia'], code: 'subsidy_not_found' },
    })
  })
})

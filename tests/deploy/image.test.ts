/** What an image of the service is made of: all that it needs, nothing that it must not hold. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import { filePages } from '../../src/docs/contents.ts'
import { engines } from '../harness/databases.ts'
import { call } from '../harness/http.ts'
import { processScene } from '../harness/process.ts'
import { releaseFolder } from '../harness/release-folder.ts'
import { projectRoot, startProgram } from '../harness/started-process.ts'

const embedded = engines.filter(({ name }) => name === 'sqlite')

for (const engine of embedded) {
  test('a service of the files of an image alone serves its pages, its docs and its documents, and its commands work', async () => {
    await using scene = await processScene(engine, { isEmpty: true })
    await using release = await releaseFolder()
    const start = (...words: string[]) =>
      startProgram(process.execPath, [release.mainFile, ...words], {
        environment: { ...scene.environment, OPEN_ROUTE_RPS: '10000' },
        cwd: release.folder,
      })
    const service = start('serve')
    try {
      await service.printed(/^Docs .*$/m)
      const origin = /^Address +(\S+)$/m.exec(service.out)?.[1] ?? ''
      const docs = filePages.map(({ name }) => (name === '' ? '/docs' : `/docs/${name}`))
      const others = ['/docs/api', '/docs/errors', '/docs/design', '/v1/openapi.json', '/v1/taxonomy', '/v1/sources']
      const pages = ['/en/', '/nl/search', '/fr/check', '/en/coverage', '/llms.txt', '/sitemap.xml', '/privacy']
      for (const target of [...docs, ...others, ...pages]) {
        const { status, body } = await call(origin, 'GET', target)
        assert.equal(status, 200, `${target}: ${body.toString().slice(0, 300)}`)
      }
      for (const command of [['doctor'], ['sources', 'list'], ['openapi']]) {
        const program = start(...command, '--json')
        const { code } = await program.end()
        assert.equal(code, 0, `${command.join(' ')}: ${program.error}`)
      }
      assert.equal(await service.stop(), 0)
    } finally {
      await service.kill()
    }
  })
}

test('an image holds no test, no store, no settings of a deployment and no history', async () => {
  const lines = (await readFile(path.join(projectRoot, '.dockerignore'), 'utf8')).split('\n')
  assert.equal(
    lines.find((line) => line !== '' && !line.startsWith('#')),
    '*',
    'what nobody named stays outside',
  )
  const named = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1))
  for (const outside of ['deploy', 'tests', 'bench', 'var', '.git', '.env', 'node_modules']) {
    assert.ok(!named.some((name) => name === outside || name.startsWith(`${outside}/`)), `${outside} is let in`)
  }
  assert.ok(lines.includes('**/*.test.ts'))
})

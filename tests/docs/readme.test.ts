/** The README: its tour is walked in each shell that it is written for, and its figures are those of the bundled records. */
import assert from 'node:assert/strict'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { catalogueFindings } from '../../src/ingestion/catalogue-findings.ts'
import { dayOf, parseInstant } from '../../src/values/brussels.ts'
import { curatedDefinitions } from '../harness/curated-catalogue.ts'
import { startCuratedService } from '../harness/curated-service.ts'
import { engines } from '../harness/databases.ts'
import { codeBlocks, missingShell, runLines, type Shell } from '../harness/docs-examples.ts'
import { processScene } from '../harness/process.ts'
import { until } from '../harness/started-process.ts'

const root = path.join(import.meta.dirname, '..', '..')
const file = path.join(root, 'README.md')
const readme = await readFile(file, 'utf8')
const tour = readme.slice(readme.indexOf('\n## The tour\n'), readme.indexOf('\n## Operating it\n'))
const blocks = codeBlocks(tour)
const inLanguage = (language: string): string[] =>
  blocks.flatMap((block) => (block.language === language ? [block.text] : []))
const [embedded] = engines
if (embedded === undefined) throw new Error('there is always the embedded store')

test('no line of the tour has a comment, which a shell for people takes for words', () => {
  assert.ok(inLanguage('sh').length > 4)
  for (const { text } of blocks) assert.doesNotMatch(text, /(^|\s)#/m)
})

for (const shell of ['bash', 'zsh'] satisfies Shell[]) {
  test(`every line of the tour is answered in ${shell}`, { skip: missingShell[shell] }, async () => {
    const { definitions, folder } = await curatedDefinitions()
    const sources = definitions.map((definition) => ({
      ...definition,
      settings: { path: path.resolve(folder, String(definition.settings.path)) },
    }))
    await using scene = await processScene(embedded, { sources: () => sources })
    const service = await scene.serve()
    await until('the catalogue is read', async () => Number((await service.get('/v1/coverage')).json().total) > 500)
    const programs = await mkdtemp(path.join(tmpdir(), 'readme-'))
    try {
      // The set-up that comes before a command is a matter of its own (tests/journeys/set-up.test.ts).
      const npx = path.join(programs, 'npx')
      await writeFile(npx, `#!/bin/sh\nshift\nexec '${process.execPath}' '${path.join(root, 'src', 'main.ts')}' "$@"\n`)
      await chmod(npx, 0o700)
      // Line by line, so that what each of them printed is known.
      const lines = inLanguage('sh').flatMap((block) => block.split('\n'))
      const printed = await runLines(
        lines.map((line) => line.replaceAll('http://127.0.0.1:8080', service.origin)),
        { ...scene.environment, PATH: `${programs}:${process.env.PATH}` },
        shell,
      )
      for (const [place, line] of lines.entries()) {
        const out = printed[place]?.trim() ?? ''
        assert.equal(/"error":\{.*?\}|"isError":true/s.exec(out)?.[0], undefined, line)
        if (!/^[A-Z]+=| -o /.test(line)) assert.ok(out.startsWith('{') && out.endsWith('}'), line)
      }
      const [open = ''] = printed.filter((_out, place) => lines[place]?.includes('topic=innovation'))
      const statuses = (JSON.parse(open) as { data: { status: string }[] }).data.map(({ status }) => status)
      assert.equal(statuses.length, 3)
      assert.ok(statuses.every((status) => status === 'open' || status === 'continuous'))
    } finally {
      await rm(programs, { recursive: true })
    }
  })
}

test('what is written for PowerShell and the command prompt asks for what the lines for bash ask for', () => {
  const asked = (text: string): string[] =>
    text.split('\n').flatMap((line) => {
      const [, address] = /"(?:\$B|%B%)(\/[^"]*)"/.exec(line) ?? []
      if (address === undefined) return []
      const body = /(?:-d|-Body) ('(\{.*?\})'|"(\{.*\})")/.exec(line)
      const json = body?.[2] ?? body?.[3]?.replaceAll('\\"', '"')
      return `${address} ${json === undefined ? '' : JSON.stringify(JSON.parse(json))}`
    })
  const inShell = asked(inLanguage('sh').join('\n'))
  for (const [language, least] of [
    ['powershell', 5],
    ['bat', 4],
  ] as const) {
    const written = asked(inLanguage(language).join('\n'))
    assert.ok(written.length >= least, language)
    for (const one of written) assert.ok(inShell.includes(one), `${language}: ${one}`)
  }
})

const [begin, end] = ['<!-- figures: printed from the bundled records by `npm run generate` -->\n', '<!-- /figures -->']

test('the figures of what is known and unknown are those of the bundled records on the day that they name', async () => {
  const from = readme.indexOf(begin) + begin.length
  const written = readme.slice(from, readme.indexOf(end))
  const isRecording = process.env.README === 'record'
  const printed = await figuresOn(/\d{4}-\d{2}-\d{2}/.exec(written)?.[0] ?? '')
  if (!isRecording) return assert.equal(written, printed, 'they are out of date: npm run generate')
  if (written === printed) return
  const today = await figuresOn(dayOf(Date.now()))
  await writeFile(file, readme.slice(0, from) + today + readme.slice(readme.indexOf(end)))
})

type Coverage = {
  total: number
  by_status: Record<string, number>
  condition_coverage: { conditions: number; evaluated: number; points: number }
}

async function figuresOn(day: string): Promise<string> {
  const service = await startCuratedService(undefined, { start: parseInstant(`${day}T12:00:00Z`) ?? 0 })
  try {
    const {
      total,
      by_status: statuses,
      condition_coverage: words,
    } = (await service.get('/v1/coverage')).json() as Coverage
    const { means, clock } = service
    const { curation } = await catalogueFindings(means.database, means.lookups, clock.now())
    const toDo = (kind: string): number => curation.find((tasks) => tasks.kind === kind)?.total ?? 0
    const [open = 0, continuous = 0, unknown = 0] = ['open', 'continuous', 'unknown'].map((status) => statuses[status])
    const { conditions, evaluated, points } = words
    const rows: [what: string, figure: number][] = [
      ['Measures', total],
      ['that can be applied for now (`open` or `continuous`)', open + continuous],
      ['whose status is not known (`unknown`)', unknown],
      ["not compared with the authority's page in the year before", toDo('unchecked')],
      ['not closed, and without any figure of what they give', toDo('figures_missing')],
      ['Conditions in words', conditions],
      ['that a rule judges', evaluated],
      ['that a question asks', points],
      ['that neither does: a match names them (`unevaluated_conditions`)', conditions - evaluated - points],
    ]
    return `\n| In the bundled records on ${day} | |\n|---|--:|\n${rows
      .map(([what, figure]) => `| ${what} | ${figure.toLocaleString('en-GB')} |\n`)
      .join('')}\n`
  } finally {
    await service.stop()
  }
}

/**
 * Makes everything in the repository that follows from other files of it: `npm run generate`. Examples come first, because the
 * documents show them; the clients come last, because their types follow from the document.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { generated as pythonFiles } from '../clients/python/make-types.mjs'
import { generated as typescriptFiles } from '../clients/typescript/make-types.mjs'
import { inputSchema } from '../src/measures/reading/input-schema.ts'
import { describeSettings, settingUsers } from '../src/platform/settings.ts'

const root = path.join(import.meta.dirname, '..')
const address = 'http://127.0.0.1:8080'
const examplesFolder = 'docs/examples/webhooks'

const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')
const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/**
 * The text of every generated file by its path, as the code says it now. Recorded examples (`recordings`) are not among them:
 * the document shows those that are there.
 */
export async function generatedFiles(): Promise<Map<string, string>> {
  // It loads the recorded examples, which may just have been written.
  const { dashboardDocumentFor, documentFor } = await import('../src/app.ts')
  const document = json(documentFor(address))
  const files = new Map([
    ['docs/input-record.schema.json', json(inputSchema)],
    ['openapi.json', document],
    ['dashboard-openapi.json', json(dashboardDocumentFor(address))],
    ['README.md', between(read('README.md'), 'settings', settingsTable())],
    ['docs/operating.md', between(read('docs/operating.md'), 'settings by role', rolesTable())],
    ['docs/webhooks.md', withExamples(read('docs/webhooks.md'))],
  ])
  const contract = JSON.parse(document)
  for (const [file, text] of Object.entries(typescriptFiles(contract)))
    files.set(`clients/typescript/src/generated/${file}`, text)
  for (const [file, text] of Object.entries(pythonFiles(contract)))
    files.set(`clients/python/src/subsidy_measures/${file}`, text)
  return files
}

/** The page with another text between the two comments of a name. */
function between(page: string, name: string, text: string): string {
  const form = new RegExp(`(<!-- ${name}:.*?-->\n).*?(<!-- /${name} -->)`, 's')
  if (!form.test(page))
    throw new Error(`No page has the two comments <!-- ${name}: ... --> and <!-- /${name} --> any more.`)
  return page.replace(form, (_all, before: string, after: string) => `${before}${text}${after}`)
}

function settingsTable(): string {
  const rows = describeSettings().map(
    ({ name, accepts, default: fallback, why }) =>
      `| \`${name}\` | ${accepts} | ${fallback === '' ? '' : `\`${fallback}\``} | ${why} |\n`,
  )
  return `| Name | Accepts | Default | Why |\n|---|---|---|---|\n${rows.join('')}`
}

function rolesTable(): string {
  const rows = describeSettings().map(({ name, usedBy }) => {
    const cells = settingUsers.map((user) => (usedBy.includes(user) ? 'yes' : ''))
    return `| \`${name}\` | ${cells.join(' | ')} |\n`
  })
  return `| Setting | \`--role api\` | \`--role worker\` | other commands |\n|---|---|---|---|\n${rows.join('')}`
}

/** The page with each example file in the block of code below the comment that names it. */
function withExamples(page: string): string {
  let shown = page
  for (const file of readdirSync(path.join(root, examplesFolder))) {
    const form = new RegExp(`(<!-- examples/webhooks/${file} -->\n\`\`\`[a-z]+\n).*?\n(\`\`\`\n)`, 's')
    if (!form.test(shown))
      throw new Error(`docs/webhooks.md does not show ${examplesFolder}/${file} below its comment.`)
    shown = shown.replace(
      form,
      (_all, before: string, after: string) => before + read(`${examplesFolder}/${file}`) + after,
    )
  }
  return shown
}

/** What a service that is started for it answers, written by the test that compares it: a minute. */
const recordings = [
  { sets: { EXAMPLES: 'record' }, words: ['tests/document/examples.test.ts'] },
  { sets: { README: 'record' }, words: ['--test-name-pattern=the figures', 'tests/docs/readme.test.ts'] },
]

function record(): void {
  for (const { sets, words } of recordings) {
    const done = spawnSync(process.execPath, ['--test', '--test-reporter=dot', ...words], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...sets },
    })
    if (done.status !== 0) throw new Error(`${words.at(-1)} could not record; its own message stands above`)
  }
}

if (process.argv[1] === import.meta.filename) {
  record()
  let written = 0
  for (const [file, text] of await generatedFiles()) {
    if (read(file) === text) continue
    written += 1
    writeFileSync(path.join(root, file), text)
    console.log(`${file} is written anew`)
  }
  console.log(
    written === 0 ? 'All else is up to date.' : `${written} files are written anew, beside what was recorded.`,
  )
}

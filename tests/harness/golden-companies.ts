/** The golden companies (`tests/matching/companies`) as tests read them: the story, the request, and the facts at one instant. */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import Type, { type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { parse } from 'yaml'
import { type Facts, readFacts } from '../../src/matching/request/facts.ts'
import { companySchema, type FactsInput, projectSchema } from '../../src/matching/request/request-schema.ts'
import { type Instant, parseInstant } from '../../src/values/brussels.ts'
import { byCodePoint } from '../../src/values/ids.ts'

/** When they ask. */
export const goldenInstant: Instant = parseInstant('2026-11-20T09:00:00Z') ?? 0

const fileSchema = Type.Object(
  {
    name: Type.String(),
    story: Type.String(),
    company: companySchema,
    project: Type.Optional(projectSchema),
  },
  { additionalProperties: false },
)
const fileCheck = Compile(fileSchema)

export type Golden = Static<typeof fileSchema> & {
  file: string
  /** What it tells when it first asks. */
  input: FactsInput
  facts: Facts
}

const folder = path.join(import.meta.dirname, '..', 'matching', 'companies')

/** All of them, by file name. Throws where a file is not as its schema says. */
export function goldenCompanies(): Golden[] {
  return globSync('*.yaml', { cwd: folder })
    .sort(byCodePoint)
    .map((file): Golden => {
      const content: unknown = parse(readFileSync(path.join(folder, file), 'utf8'), { schema: 'core' })
      if (!fileCheck.Check(content)) throw new Error(`${file}: ${JSON.stringify(fileCheck.Errors(content)[0])}`)
      const { company, project } = content
      const input: FactsInput = { company, ...(project === undefined ? {} : { project }) }
      const read = readFacts(input, goldenInstant)
      if (!('facts' in read)) throw new Error(`${file}: ${read.message}`)
      return { ...content, file, input, facts: read.facts }
    })
}

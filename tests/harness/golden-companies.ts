/** The golden companies (`tests/matching/companies`) as tests read them: the story, the request, and the facts at one instant. */
import path from 'node:path'
import Type, { type Static } from 'typebox'
import { type Facts, readFacts } from '../../src/matching/request/facts.ts'
import { companySchema, type FactsInput, projectSchema } from '../../src/matching/request/request-schema.ts'
import { type Instant, parseInstant } from '../../src/values/brussels.ts'
import { readYamlFolder } from './yaml-files.ts'

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

export type Golden = Static<typeof fileSchema> & {
  file: string
  /** What it tells when it first asks. */
  input: FactsInput
  facts: Facts
}

const folder = path.join(import.meta.dirname, '..', 'matching', 'companies')

/** All of them, by file name. Throws where a file is not as its schema says. */
export function goldenCompanies(): Golden[] {
  return readYamlFolder(folder, fileSchema).map(({ file, content }) => {
    const { company, project } = content
    const input: FactsInput = { company, ...(project === undefined ? {} : { project }) }
    const read = readFacts(input, goldenInstant)
    if (!('facts' in read)) throw new Error(`${file}: ${read.message}`)
    return { ...content, file, input, facts: read.facts }
  })
}

/** YAML files that tests are told by: each is checked against a schema when it is read. */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { parse } from 'yaml'
import { byCodePoint } from '../../src/values/ids.ts'

/** The content of a file. Throws with the first fault where it is not as the schema says. */
export function readYaml<Schema extends TSchema>(file: string, schema: Schema): Static<Schema> {
  return readerOf(schema)(file)
}

/** The YAML files of a folder by name, which stands in `file`. Throws with the first fault of one that is not as the schema says. */
export function readYamlFolder<Schema extends TSchema>(
  folder: string,
  schema: Schema,
): { file: string; content: Static<Schema> }[] {
  const read = readerOf(schema)
  return globSync('*.yaml', { cwd: folder })
    .sort(byCodePoint)
    .map((file) => ({ file, content: read(path.join(folder, file)) }))
}

function readerOf<Schema extends TSchema>(schema: Schema): (file: string) => Static<Schema> {
  const check = Compile(schema)
  return (file) => {
    const content: unknown = parse(readFileSync(file, 'utf8'), { schema: 'core' })
    if (!check.Check(content)) throw new Error(`${path.basename(file)}: ${JSON.stringify(check.Errors(content)[0])}`)
    return content
  }
}

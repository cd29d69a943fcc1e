/** Vocabularies as the document names them: each is one component, to which every place leads that takes or gives it. */
import type { JsonObject } from './openapi-json.ts'

export type NamedVocabulary = {
  /** Of the component, e.g. `Region`. */
  name: string
  members: readonly (string | number)[]
  /** What its values are, and whether others may come. */
  description: string
}

export type VocabularyNames = {
  /** The component of a schema that is a list of values; null where its values are no named vocabulary. */
  of(node: JsonObject): { name: string; schema: JsonObject } | null
}

export function vocabularyNames(vocabularies: readonly NamedVocabulary[]): VocabularyNames {
  const byMembers = new Map<string, NamedVocabulary>()
  for (const vocabulary of vocabularies) {
    const key = JSON.stringify(vocabulary.members)
    const same = byMembers.get(key)
    if (same !== undefined) throw new Error(`${same.name} and ${vocabulary.name} have the same values.`)
    byMembers.set(key, vocabulary)
  }
  return {
    of(node) {
      const found = Array.isArray(node.enum) ? byMembers.get(JSON.stringify(node.enum)) : undefined
      if (found === undefined) return null
      const { name, members, description } = found
      const type = typeof members[0] === 'number' ? 'integer' : 'string'
      return { name, schema: { type, enum: [...members], description } }
    },
  }
}

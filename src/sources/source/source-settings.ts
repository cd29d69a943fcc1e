import type { SourceDefinition } from './definition.ts'

/** What the measures of a source take from it (contract 4, defaults, and 5, provenance). */
export function sourceSettings(definition: SourceDefinition): {
  id: string
  prefix: string
  publisher: string
  url: string
  language: SourceDefinition['language']
  government_level: SourceDefinition['government_level']
  regions: SourceDefinition['regions']
  reuse_mode: SourceDefinition['reuse_mode']
  attribution: string | null
  method: 'structured' | 'curated'
} {
  const { id, prefix, publisher, url, language, government_level, reuse_mode, attribution } = definition
  return {
    id,
    prefix,
    publisher,
    url,
    language,
    government_level,
    regions: definition.regions,
    reuse_mode,
    attribution,
    method: definition.connector === 'file' ? 'curated' : 'structured',
  }
}

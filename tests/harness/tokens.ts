/** What a text costs an assistant, by a tokenizer that is in use. */
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { clientsFolder } from './mcp-clients.ts'

/** The encoding in which tokens are counted; those of other models differ by some tenths. */
export const tokenEncoding = 'o200k_base'

/** Rejects where the package is not installed (`clientsMissing`). */
export async function tokenCounter(): Promise<(text: string) => number> {
  const file = path.join(clientsFolder, 'node_modules', 'gpt-tokenizer', 'esm', 'encoding', `${tokenEncoding}.js`)
  const { countTokens } = (await import(pathToFileURL(file).href)) as { countTokens(text: string): number }
  return countTokens
}

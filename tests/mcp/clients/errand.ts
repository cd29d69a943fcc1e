/**
 * What a client is sent to do, and what it brings back. Each program in this folder is one client: it is given an errand as
 * JSON, lists the tools, makes the calls in their order, and writes on standard output what it understood.
 */
export type Errand = {
  url: string
  key: string
  /** How the client agrees on a revision, where it can be told. */
  mode: string
  calls: { tool: string; given: Record<string, unknown> }[]
}

/** A result as clients know it. */
export type Heard = { isError: boolean; structured: unknown; text: string | null }

export type Brought = { tools: string[]; heard: Heard[] }

export const client = { name: 'subsidy-measures-test', version: '1.0.0' }

export const headersFor = ({ key }: Errand): Record<string, string> => ({ Authorization: `Bearer ${key}` })

export function errand(): Errand {
  return JSON.parse(process.argv[2] ?? 'null')
}

/** What the clients of both official packages have in common. */
export type ErrandClient = {
  listTools(): Promise<{ tools: { name: string }[] }>
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<object>
  close(): Promise<void>
}

/** Has a client that is connected do it. */
export async function run({ calls }: Errand, client: ErrandClient): Promise<void> {
  const { tools } = await client.listTools()
  const heard: Heard[] = []
  for (const { tool, given } of calls) heard.push(heardIn(await client.callTool({ name: tool, arguments: given })))
  bring({ tools: tools.map(({ name }) => name), heard })
  await client.close()
}

export function bring(brought: Brought): void {
  process.stdout.write(JSON.stringify(brought))
}

export function heardIn(result: object): Heard {
  const { isError, structuredContent, content } = result as {
    isError?: boolean
    structuredContent?: unknown
    content?: { type: string; text?: string }[]
  }
  return {
    isError: isError === true,
    structured: structuredContent ?? null,
    text: content?.length === 1 ? (content[0]?.text ?? null) : null,
  }
}

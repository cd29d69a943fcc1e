/** The client of the AI SDK, by which applications hand the tools to a model: it asks for the newest revision first. */
import { createMCPClient } from '@ai-sdk/mcp'
import { bring, errand, headersFor, heardIn } from './errand.ts'

const asked = errand()
const client = await createMCPClient({ transport: { type: 'http', url: asked.url, headers: headersFor(asked) } })
const tools = await client.tools()
const heard = []
for (const [place, { tool, given }] of asked.calls.entries()) {
  const made = tools[tool]
  if (made === undefined) throw new Error(`There is no tool ${tool}.`)
  heard.push(heardIn(await made.execute(given, { toolCallId: `call-${place}`, messages: [], context: {} })))
}
bring({ tools: Object.keys(tools), heard })
await client.close()

/** The client of the first official package, which most assistants that are installed were built with. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { bring, errand, headersFor, heardIn, client as self } from './errand.ts'

const asked = errand()
const client = new Client(self)
await client.connect(
  new StreamableHTTPClientTransport(new URL(asked.url), { requestInit: { headers: headersFor(asked) } }),
)
const { tools } = await client.listTools()
const heard = []
for (const { tool, given } of asked.calls) {
  heard.push(heardIn(await client.callTool({ name: tool, arguments: given })))
}
bring({ tools: tools.map(({ name }) => name), heard })
await client.close()

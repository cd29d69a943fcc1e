/** The client of the first official package, which most assistants that are installed were built with. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { errand, headersFor, run, client as self } from './errand.ts'

const asked = errand()
const client = new Client(self)
await client.connect(
  new StreamableHTTPClientTransport(new URL(asked.url), { requestInit: { headers: headersFor(asked) } }),
)
await run(asked, client)

/** The official client, which speaks the revision of either era: `legacy`, `auto`, or one that it is pinned to. */
import { Client, StreamableHTTPClientTransport, type VersionNegotiationMode } from '@modelcontextprotocol/client'
import { errand, headersFor, run, client as self } from './errand.ts'

const asked = errand()
const mode: VersionNegotiationMode = asked.mode === 'legacy' || asked.mode === 'auto' ? asked.mode : { pin: asked.mode }
const client = new Client(self, { versionNegotiation: { mode } })
await client.connect(
  new StreamableHTTPClientTransport(new URL(asked.url), { requestInit: { headers: headersFor(asked) } }),
)
await run(asked, client)

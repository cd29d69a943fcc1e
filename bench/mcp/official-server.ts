/**
 * The official server package as its manual has it for node:http: a server and a transport for each request, without sessions,
 * answering JSON. It has the tools of the service, with their schemas made ready once, and each of them answers what the
 * service was recorded to answer; it looks at no key, counts nothing, and searches nothing.
 *
 *   node bench/mcp/official-server.ts <port> <file of what was recorded>
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node'
import { fromJsonSchema, type JsonSchemaType, McpServer } from '@modelcontextprotocol/server'
import type { Recorded } from './recorded.ts'

const [portText = '', file = ''] = process.argv.slice(2)
const { tools, answer }: Recorded = JSON.parse(readFileSync(file, 'utf8'))
const registered = tools.map(({ name, title, description, inputSchema, outputSchema, annotations }) => ({
  name,
  words: {
    ...{ title, description, annotations },
    inputSchema: fromJsonSchema(inputSchema as JsonSchemaType),
    outputSchema: fromJsonSchema(outputSchema as JsonSchemaType),
  },
}))

const http = createServer((request, response) => {
  if (request.method !== 'POST') {
    response.writeHead(200, { 'content-length': '0' })
    response.end()
    return
  }
  respond(request, response).catch((fault: unknown) => {
    process.stderr.write(`${fault}\n`)
    response.destroy()
  })
})

const respond = async (
  ...[request, response]: Parameters<Parameters<typeof createServer>[1] & object>
): Promise<void> => {
  const server = new McpServer({ name: 'official', version: '1.0.0' })
  for (const { name, words } of registered) {
    server.registerTool(name, words, async () => ({
      content: [{ type: 'text', text: JSON.stringify(answer) }],
      structuredContent: answer,
    }))
  }
  const transport = new NodeStreamableHTTPServerTransport({ enableJsonResponse: true })
  response.once('close', () => void server.close())
  await server.connect(transport)
  await transport.handleRequest(request, response)
}
http.keepAliveTimeout = 65_000
http.listen(Number(portText), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))

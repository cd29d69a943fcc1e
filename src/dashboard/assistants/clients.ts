/** How each assistant is told the address and the key; the key is always one that the reader puts in, or the environment's. */

export type ClientSetting = { name: string; file: string | null; text: string }

const json = (value: unknown): string => JSON.stringify(value, null, 2)

/** `url`: of the tools. */
export function clientSettings(url: string): readonly ClientSetting[] {
  return [
    {
      name: 'Claude Code',
      file: null,
      text: `claude mcp add --transport http subsidies ${url} --header "Authorization: Bearer $SUBSIDIES_KEY"`,
    },
    {
      name: 'VS Code',
      file: '.vscode/mcp.json',
      text: json({
        inputs: [{ type: 'promptString', id: 'key', description: 'API key', password: true }],
        // The editor puts in what it has asked for.
        servers: { subsidies: { type: 'http', url, headers: { Authorization: 'Bearer $' + '{input:key}' } } },
      }),
    },
    {
      name: 'Cursor',
      file: '~/.cursor/mcp.json',
      text: json({
        mcpServers: { subsidies: { url, headers: { Authorization: 'Bearer $' + '{env:SUBSIDIES_KEY}' } } },
      }),
    },
    {
      name: 'Gemini CLI',
      file: '~/.gemini/settings.json',
      text: json({ mcpServers: { subsidies: { httpUrl: url, headers: { Authorization: 'Bearer $SUBSIDIES_KEY' } } } }),
    },
  ]
}

/** For assistants that start a program and cannot send headers themselves. */
export function bridgeSetting(url: string): string {
  const args = ['-y', 'mcp-remote', url, '--header', 'Authorization:$' + '{AUTH}']
  return json({ mcpServers: { subsidies: { command: 'npx', args, env: { AUTH: 'Bearer <API_KEY>' } } } })
}

/** A call that anybody can make. */
export function handCall(url: string): string {
  const message = {
    ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
    params: { name: 'search_subsidies', arguments: { q: 'warmtepomp', limit: 5 } },
  }
  return `curl -s ${url} -H "Authorization: Bearer $SUBSIDIES_KEY" \\\n  -d '${JSON.stringify(message)}'`
}

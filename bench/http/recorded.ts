/** Answers of the service, recorded, so that a bare server can send exactly the same bytes under the same headers. */

export type Recorded = { path: string; status: number; headers: Record<string, string>; body: string }

/** What the runtime writes by itself, for whoever answers. */
const written = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])

/** Asks for each path once, or posts `json` to it, with the keys in turn. Throws where one is not answered 200. */
export async function record(
  origin: string,
  keys: readonly string[],
  paths: readonly string[],
  json: string | null = null,
): Promise<Recorded[]> {
  const recorded: Recorded[] = []
  for (const [place, path] of paths.entries()) {
    const answer = await fetch(`${origin}${path}`, {
      method: json === null ? 'GET' : 'POST',
      headers: {
        ...{ authorization: `Bearer ${keys[place % keys.length]}`, 'accept-encoding': 'identity' },
        ...(json === null ? {} : { 'content-type': 'application/json' }),
      },
      body: json,
    })
    const body = await answer.text()
    if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}: ${body}`)
    const headers = Object.fromEntries([...answer.headers].filter(([name]) => !written.has(name)))
    recorded.push({ path, status: answer.status, headers, body })
  }
  return recorded
}

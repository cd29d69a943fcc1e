/** Answers of the service, recorded, so that a bare server can send exactly the same bytes under the same headers. */

export type Recorded = { path: string; status: number; headers: Record<string, string>; body: string }

/** What the runtime writes by itself, for whoever answers. */
const written = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])

/** Asks for each path once. Throws where one is not answered 200. */
export async function record(origin: string, key: string, paths: readonly string[]): Promise<Recorded[]> {
  const recorded: Recorded[] = []
  for (const path of paths) {
    const answer = await fetch(`${origin}${path}`, {
      headers: { authorization: `Bearer ${key}`, 'accept-encoding': 'identity' },
    })
    const body = await answer.text()
    if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}: ${body}`)
    const headers = Object.fromEntries([...answer.headers].filter(([name]) => !written.has(name)))
    recorded.push({ path, status: answer.status, headers, body })
  }
  return recorded
}

/** What a client is started with, and what it says at its end: what it has called, and what it understood. */
declare const process: { env: Record<string, string | undefined>; stdout: { write(text: string): void } }

export const address = process.env.ADDRESS ?? ''
export const key = process.env.KEY ?? ''

const operations = new Set<string>()

export function heard(operation: string): void {
  operations.add(operation)
}

export type Understood = {
  status: string
  plans: string[]
  regions: string[]
  total: number
  source: string
  plan: string
  found: number
  title: string | null
  versions: number
  told: number
  match: string | null
  registered: string | null
  filled: string | null
  counts: (string | null)[] | null
  lines: number
  uploaded: number
  matches: number
  delivery: string | null
  secrets: boolean
  exported: number
  called: boolean
  code: string | null
}

export function tell(understood: Understood): void {
  process.stdout.write(JSON.stringify({ operations: [...operations], understood }))
}

/** What an answer did to the list: rows that are new, and rows that have passed others because of what is known of them now. */
export type Move = { kind: 'new' } | { kind: 'up' | 'down'; places: number }

/** A row as it stands in a list. */
export type Ranked = { id: string; status: string; score: number }

/**
 * By id, of the rows that moved. Places are counted among the rows that stand in both lists, and a row has moved only where its own
 * status or score is another: one that others have passed, or that moved up because some left, has not.
 */
export function movesBetween(before: readonly Ranked[], after: readonly Ranked[]): Map<string, Move> {
  const known = new Map(before.map((row) => [row.id, row]))
  const staying = new Set(after.map(({ id }) => id))
  const earlier = new Map(before.filter(({ id }) => staying.has(id)).map(({ id }, place) => [id, place]))
  const moves = new Map<string, Move>()
  let place = 0
  for (const { id, status, score } of after) {
    const row = known.get(id)
    if (row === undefined) {
      moves.set(id, { kind: 'new' })
      continue
    }
    const places = (earlier.get(id) ?? place) - place
    place += 1
    if (places === 0 || (row.status === status && row.score === score)) continue
    moves.set(id, { kind: places > 0 ? 'up' : 'down', places: Math.abs(places) })
  }
  return moves
}

/** What a part of a search was taken for, as it is said beside the words that were typed. */

type Meant = { kind: string; text: string; id: string | null; label: string | null }

/** Null where it would only repeat the words. */
export function meaningSaid({ kind, text, id, label }: Meant): string | null {
  const meaning = kind === 'activity' && id !== null ? `${id} ${label ?? ''}`.trim() : label
  return meaning === null || meaning.toLowerCase() === text.toLowerCase() ? null : meaning
}

/** Which measures exclude which: an exclusion holds both ways, though only one side says it (contract 3, related). */
export class Exclusions {
  readonly #by = new Map<string, Set<string>>()

  /** `by` excludes the others. */
  add(others: readonly string[], by: string): void {
    for (const other of others) {
      const those = this.#by.get(other) ?? new Set<string>()
      those.add(by)
      this.#by.set(other, those)
    }
  }

  remove(others: readonly string[], by: string): void {
    for (const other of others) this.#by.get(other)?.delete(by)
  }

  /** The measures that exclude this one. */
  of(id: string): string[] {
    return [...(this.#by.get(id) ?? [])]
  }
}

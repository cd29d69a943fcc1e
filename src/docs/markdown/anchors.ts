/** Anchors of headings, by the rule that readers of the same files elsewhere know: `What is sent` is `what-is-sent`. */

/** Letters, digits, `_` and `-` in lower case; of several headings with one name the later ones are numbered. */
export function anchors(): (heading: string) => string {
  const given = new Map<string, number>()
  return (heading) => {
    const plain = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
      .replaceAll(' ', '-')
    const before = given.get(plain) ?? 0
    given.set(plain, before + 1)
    return before === 0 ? plain : `${plain}-${before}`
  }
}

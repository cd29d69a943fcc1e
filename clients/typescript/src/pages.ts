/** Going through lists page by page. */

type Page = { data: readonly unknown[]; pagination: { has_more: boolean; next_cursor?: string } }

/** Every page, from a cursor on where one is given. A cursor that is refused in the middle is thrown as it is. */
export async function* pagesOf<OnePage extends Page>(
  ask: (cursor: { cursor?: string }) => Promise<OnePage>,
): AsyncGenerator<OnePage, void> {
  let cursor: { cursor?: string } = {}
  for (;;) {
    const page = await ask(cursor)
    yield page
    const { has_more: hasMore, next_cursor: next } = page.pagination
    if (!hasMore || next === undefined) return
    cursor = { cursor: next }
  }
}

/** Every item of every page. */
export async function* itemsOf<OnePage extends Page>(
  pages: AsyncIterable<OnePage>,
): AsyncGenerator<OnePage['data'][number], void> {
  for await (const page of pages) yield* page.data
}

/** Going through lists page by page. */

type Page<Item> = { data: readonly Item[]; pagination: { has_more: boolean; next_cursor?: string } }

/** Every page. A cursor that is refused in the middle is thrown as it is. */
export async function* pagesOf<OnePage extends Page<unknown>>(
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
export async function* itemsOf<Item>(pages: AsyncIterable<Page<Item>>): AsyncGenerator<Item, void> {
  for await (const page of pages) yield* page.data
}

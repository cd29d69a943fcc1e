/** Whether a form was sent by a page of another site: a visitor's browser could be made to use up what his address may begin. */

/** The headers of a request that tell; undefined where it has none. */
type SentFrom = { site: string | undefined; origin: string | undefined }

/**
 * Browsers say it in `Sec-Fetch-Site`, which no script can set; those that do not send it name the `Origin` of every form that goes
 * to another site. Who sends neither is no browser that a page could use.
 */
export function isFromElsewhere({ site, origin }: SentFrom, baseUrl: string): boolean {
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  return origin !== undefined && origin !== new URL(baseUrl).origin
}

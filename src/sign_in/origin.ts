/** Whether a request that would change something comes from a page of this service, and not from somebody else's. */

type Sent = { origin: string | undefined; fetchSite: string | undefined }

/**
 * `Origin` is the address of the service, or the browser says that page and service have one (`Sec-Fetch-Site`, which no
 * page can set; Fetch Metadata). A request with neither is none of a browser of today, and is not let through.
 */
export function isFromOurPages({ origin, fetchSite }: Sent, baseUrl: string): boolean {
  return origin === baseUrl || fetchSite === 'same-origin'
}

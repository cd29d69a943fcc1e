/** A browser of tests: signs in by a link, keeps its cookie, and says of its requests what a browser says. */
import { makeLink } from '../../src/sign_in/links/links.ts'
import { type Answer, type CallOptions, call } from './http.ts'
import type { TestService } from './service.ts'

/** What a browser sends with a request of one of our pages. */
export const fromOurPages = { origin: 'https://api.example.org', 'sec-fetch-site': 'same-origin' }

export type SignedInBrowser = {
  /** As it is sent; '' before signing in. */
  cookie: string
  send(method: string, path: string, options?: CallOptions): Promise<Answer>
}

export function cookieOf(answer: Answer): string {
  return (answer.headers['set-cookie'] ?? '').split(';')[0] ?? ''
}

/** A browser with that cookie. */
export function browserWith(service: TestService, cookie: string): SignedInBrowser {
  return {
    cookie,
    send: (method, path, options = {}) =>
      call(service.origin, method, path, {
        ...options,
        headers: { ...fromOurPages, ...(cookie === '' ? {} : { cookie }), ...options.headers },
      }),
  }
}

/** Signs in to the account by a link, as the operator hands it over. */
export async function signedInTo(service: TestService, accountId: string): Promise<SignedInBrowser> {
  const path = await makeLink(service.database, service.clock.now(), accountId, null)
  const token = path.slice(path.lastIndexOf('/') + 1)
  const answer = await browserWith(service, '').send('POST', '/v1/dashboard/session/link', { json: { token } })
  if (answer.status !== 200) throw new Error(`signing in was answered with ${answer.status}: ${answer.body}`)
  return browserWith(service, cookieOf(answer))
}

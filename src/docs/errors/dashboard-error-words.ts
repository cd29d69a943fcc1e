/** What the codes mean that the dashboard alone answers. */
import type { ErrorWords } from './error-words.ts'

const dashboardOnly = 'Only the sign-in of the dashboard answers it; no route that takes a key does.'

export const dashboardErrorWords: Readonly<
  Record<'google_sign_in_failed' | 'password_sign_in_disabled' | 'forbidden', ErrorWords>
> = {
  google_sign_in_failed: {
    means: 'Google’s word on who signs in did not hold.',
    when: [dashboardOnly, 'The token was too old, used before, or made for another service.'],
    toDo: ['Sign in again.'],
    again: 'never',
    answer: { message: 'The sign-in with Google could not be verified. Sign in again.' },
  },
  password_sign_in_disabled: {
    means: 'This service takes no passwords.',
    when: [dashboardOnly],
    toDo: ['Sign in in one of the ways that `GET /v1/health` lists under `sign_in`, or with a link by mail.'],
    again: 'never',
    answer: { message: 'Signing in with a password is not offered here.' },
  },
  forbidden: {
    means: 'The request would change something, and did not come from a page of this service.',
    when: [
      'Only the dashboard answers it; no route that takes a key does.',
      'Its `Origin` is not the address of this service, and the browser did not say that it comes from the same one (`Sec-Fetch-Site`).',
    ],
    toDo: [
      'Use the dashboard at the address that the service was started with (`BASE_URL`). A program uses a key, and the routes of the API.',
    ],
    again: 'never',
    answer: { message: 'This request did not come from a page of this service, so nothing was changed.' },
  },
}

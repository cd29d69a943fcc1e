import type { Warning } from '../contract/route.ts'

/** Curated records state public knowledge; whether the authority's page still says so, nobody has looked yet. */
export const notChecked: Warning = {
  code: 'not_checked',
  message:
    "Worded by us from public knowledge and not yet checked against the authority's own page (`source.last_checked_at` is " +
    'null): follow the link before relying on it.',
}

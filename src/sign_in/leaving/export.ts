/** Who may enter the account, and where they are signed in: nothing by which anybody could. */
import { rowsExporter } from '../../accounts/exporter.ts'

export const signInExporter = rowsExporter({
  persons: {
    table: 'person',
    columns: { issuer: 'plain', subject: 'plain', email: 'plain', created_at: 'moment', last_sign_in_at: 'moment' },
    order: ['issuer', 'subject'],
  },
  passwords: { table: 'password', columns: { set_at: 'moment' }, order: ['account_id'] },
  // The networks themselves are digests: what they were is not told from them.
  known_networks: { table: 'sign_in_network', columns: { last_at: 'moment' }, order: ['network'] },
  sessions: {
    table: 'session',
    columns: {
      ...{ id: 'plain', method: 'plain', browser: 'plain' },
      ...{ created_at: 'moment', signed_in_at: 'moment', seen_at: 'moment' },
    },
    order: ['id'],
  },
})

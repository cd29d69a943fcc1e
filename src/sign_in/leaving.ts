import type { Eraser } from '../accounts/erasure.ts'
import { rowsExporter } from '../accounts/exporter.ts'
import { deletePersons } from './google/person-store.ts'
import { deleteLinks } from './links/link-store.ts'
import { deleteNetworksOf } from './networks/known-network-store.ts'
import { deletePassword } from './passwords/password-store.ts'
import { deleteSessions } from './session-store.ts'

/** Who may enter a deleted account is forgotten with it; nobody can any more. */
export const signInEraser: Eraser = {
  tables: ['password', 'person', 'session', 'sign_in_link', 'sign_in_network'],
  async erase({ database, accountId }) {
    await database.transaction(async (transaction) => {
      await deleteSessions(transaction, accountId, null)
      await deleteLinks(transaction, accountId)
      await deletePersons(transaction, accountId)
      await deletePassword(transaction, accountId)
      await deleteNetworksOf(transaction, accountId)
    })
  },
}

/** Who may enter the account, and where they are signed in: nothing by which anybody could. */
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

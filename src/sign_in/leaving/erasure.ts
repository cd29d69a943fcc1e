/** Who may enter a deleted account is forgotten with it; nobody can any more. */
import type { Eraser } from '../../accounts/erasure.ts'
import { deletePersons } from '../google/person-store.ts'
import { deleteLinks } from '../links/link-store.ts'
import { deleteNetworksOf } from '../networks/known-network-store.ts'
import { deletePassword } from '../passwords/password-store.ts'
import { deleteSessions } from '../session-store.ts'

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

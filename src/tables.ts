/** Every table of the store, once: whose it is, and what a backup, an erasure and an account's export have to do with it. */

/** What the service knows of a table beyond its columns, which the migrations give. */
type TableFacts = {
  /** The folder of `src/` whose SQL alone writes it. */
  owner: string
  /**
   * The column that says which account a row belongs to; null where rows are nobody's. Such a table is personal: its rows
   * are in the account's export, and erased with it. A row that names no account there is everybody's.
   */
  accountColumn: string | null
  /** Whether a backup holds it. What says who works on what at the moment means nothing in another life of the store. */
  isBackedUp: boolean
  /** In which of its files it stands on SQLite; on PostgreSQL they are one. See `Database.counters`, `behindTransaction`. */
  sqliteFile: 'store' | 'counters' | 'behind'
}

const kept = { accountColumn: null, isBackedUp: true, sqliteFile: 'store' } as const
const personal = (accountColumn: string) => ({ accountColumn, isBackedUp: true, sqliteFile: 'store' }) as const
/** What one process says to the others of its work, or keeps until it is done with it. */
const ofTheMoment = { accountColumn: null, isBackedUp: false, sqliteFile: 'store' } as const

/** By name; in the order of the capabilities that own them. */
export const tables = {
  migration: { owner: 'platform', ...kept },
  // A store made from a backup is another life of it, and draws a generation of its own.
  store_identity: { owner: 'platform', ...ofTheMoment },
  lease: { owner: 'platform', ...ofTheMoment },
  held_lease: { owner: 'platform', ...ofTheMoment, sqliteFile: 'counters' },
  write_probe: { owner: 'platform', ...ofTheMoment },
  counter_probe: { owner: 'platform', ...ofTheMoment, sqliteFile: 'counters' },
  account: { owner: 'accounts', ...personal('id') },
  api_key: { owner: 'accounts', ...personal('account_id') },
  capability_gain: { owner: 'accounts', ...personal('account_id') },
  // What tells a restored store which accounts are to be deleted again; no word of theirs.
  erased_account: { owner: 'accounts', ...kept },
  // Likewise, which keys; those of this life of the store stand with their keys.
  revoked_key: { owner: 'accounts', ...kept },
  audit_entry: { owner: 'accounts', ...personal('account_id') },
  // With what was sent: in a restored store nothing is told a second time.
  mail: { owner: 'mail', ...personal('account_id') },
  meter: { owner: 'limits', ...personal('account_id'), sqliteFile: 'counters' },
  match_usage: { owner: 'limits', ...personal('account_id') },
  // With the counts that were made under them: a repeated request counts once in a restored store too.
  idempotency_key: { owner: 'limits', ...personal('account_id') },
  // In a restored store nobody is back who asked not to be there, as the ledger and the store before it tell too. The register itself stands in
  // a file or tables of its own.
  forgotten_company: { owner: 'companies', ...kept },
  // What another has published, without an account and without a natural person. It can be asked for again, so no backup holds it.
  filed_account: { owner: 'companies', ...ofTheMoment },
  feed_head: { owner: 'changes', ...kept },
  feed_consumer: { owner: 'changes', ...kept },
  change_event: { owner: 'changes', ...personal('account_id') },
  event_kind: { owner: 'changes', ...personal('account_id') },
  prepared_event: { owner: 'changes', ...ofTheMoment, accountColumn: 'account_id' },
  last_start: { owner: 'sources', ...kept },
  source: { owner: 'sources', ...kept },
  measure: { owner: 'measures', ...kept },
  measure_version: { owner: 'measures', ...kept },
  measure_record: { owner: 'measures', ...kept },
  reminder: { owner: 'measures', ...kept },
  link_check: { owner: 'measures', ...kept },
  preparation: { owner: 'measures', ...ofTheMoment },
  prepared_measure: { owner: 'measures', ...ofTheMoment },
  run: { owner: 'ingestion', ...kept },
  rejected_record: { owner: 'ingestion', ...kept },
  published_rejection: { owner: 'ingestion', ...kept },
  // Of a run that waits for the operator; he confirms it in a restored store as in this one.
  held_record: { owner: 'ingestion', ...kept },
  run_sign: { owner: 'ingestion', ...ofTheMoment, sqliteFile: 'counters' },
  watchlist: { owner: 'watchlists', ...personal('account_id') },
  // Whose they are stands with their list; they are in its account's export, and go with it.
  watched_company: { owner: 'watchlists', ...kept },
  // With the position of its consumer: what a restored store goes on with.
  reevaluation: { owner: 'watchlists', ...kept },
  webhook: { owner: 'webhooks', ...personal('account_id') },
  webhook_delivery: { owner: 'webhooks', ...personal('account_id') },
  saved_search: { owner: 'digests', ...personal('account_id') },
  digest: { owner: 'digests', ...personal('account_id') },
  request_page: { owner: 'usage', ...personal('account_id'), sqliteFile: 'behind' },
  usage_day: { owner: 'usage', ...personal('account_id'), sqliteFile: 'behind' },
  billing: { owner: 'billing', ...personal('account_id') },
  billing_event: { owner: 'billing', ...personal('account_id') },
  // By the provider's ids, until it has taken them: whose they were is not told from them here.
  billing_ending: { owner: 'billing', ...kept },
  person: { owner: 'sign_in', ...personal('account_id') },
  password: { owner: 'sign_in', ...personal('account_id') },
  // By digests of addresses, for a day: whose they are is not told from them.
  sign_in_delay: { owner: 'sign_in', ...ofTheMoment },
  link_request: { owner: 'sign_in', ...ofTheMoment },
  // A link or a session of another life of the store opens nothing in this one.
  sign_in_link: { owner: 'sign_in', ...ofTheMoment, accountColumn: 'account_id' },
  session: { owner: 'sign_in', ...ofTheMoment, accountColumn: 'account_id' },
  // As digests that another installation cannot make.
  sign_in_network: { owner: 'sign_in', ...ofTheMoment, accountColumn: 'account_id' },
  // A token that was spent stays spent in a restored store.
  spent_token: { owner: 'sign_in', ...kept },
  former_life: { owner: 'backup', ...kept },
  // Of this life of the store alone: a restored one has none yet.
  last_backup: { owner: 'backup', ...ofTheMoment },
  last_ledger: { owner: 'backup', ...ofTheMoment },
} as const satisfies Record<string, TableFacts>

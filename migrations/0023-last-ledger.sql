-- What is known of ledgers: when the last one was written, so that an alert can say that none is.

-- last_ledger: one row. `taken_at`: when the newest ledger of this store was written, by the store's clock.
create table last_ledger (
  id integer not null primary key check (id = 1),
  taken_at bigint not null
);

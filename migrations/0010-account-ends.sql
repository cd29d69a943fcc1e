-- Accounts that are deleted, and since when a plan includes what it does.

-- account: with `deleted_at` it is gone for everybody: without plan, keys and address (`email` is empty, `email_folded` its
-- id), while what it left is being erased.
alter table account add column deleted_at bigint;
create index account_deleted on account (deleted_at, id) where deleted_at is not null;

-- capability_gain: where the feed stood when the account's plan came to include a capability that the one before lacked,
-- the last time. What happened up to there is not made up for. No row: its first plan with it has been kept.
create table capability_gain (
  account_id text not null references account (id) on delete cascade,
  capability text not null,
  seq bigint not null,
  primary key (account_id, capability)
);

-- erased_account: what is left of an account that was deleted. A store that is restored from a backup in which it still
-- stands deletes it again.
create table erased_account (
  id text not null primary key,
  deleted_at bigint not null
);

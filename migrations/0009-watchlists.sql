-- Watchlists: companies that an account keeps on watch, what of their re-evaluation is under way, and that each is told
-- once of a version.

-- watchlist: `muted_subsidies` as given (JSON list). With `deleted_at` it is gone for everybody, and its companies are being
-- erased, a few at a time. `companies` is how many it holds. Each company is given the next place
-- of its list, for good. `revision` moves with every change of companies, `removed_revision` to it when one goes: so whoever
-- has them in memory reads what changed since, and looks for what has gone only where something has.
create table watchlist (
  id text not null primary key,
  account_id text not null references account (id) on delete cascade,
  name text not null,
  language text not null check (language in ('nl', 'fr', 'en')),
  min_severity text not null check (min_severity in ('low', 'medium', 'high')),
  muted_subsidies text not null,
  companies integer not null default 0 check (companies >= 0),
  next_place bigint not null default 1,
  revision bigint not null default 0,
  removed_revision bigint not null default 0,
  created_at bigint not null,
  updated_at bigint not null,
  deleted_at bigint
);
create index watchlist_account on watchlist (account_id, created_at, id);
create index watchlist_deleted on watchlist (deleted_at, id) where deleted_at is not null;

-- watched_company: `facts` is what was given, with every key (JSON); `answered_texts` tells for each answer to a measure's
-- own condition which text of it was answered (JSON; null: none was). `added_seq`: the newest event of the feed when it was
-- added, under the lock of its head: it is told of versions after that one. `revision`: its list's when it was last written.
create table watched_company (
  watchlist_id text not null references watchlist (id) on delete cascade,
  place bigint not null,
  reference text not null,
  facts text not null,
  answered_texts text,
  added_at bigint not null,
  updated_at bigint not null,
  added_seq bigint not null,
  revision bigint not null,
  primary key (watchlist_id, place)
);
--@postgres
-- By code point, as everywhere: whatever the collation of the store.
alter table watched_company alter column reference type text collate "C";
--@all
create unique index watched_company_reference on watched_company (watchlist_id, reference);
create index watched_company_revision on watched_company (watchlist_id, revision, place);

-- reevaluation: at most one row. The event whose version is being held against its predecessor, and the last company that
-- was told of it (by list and place), while not all have been.
create table reevaluation (
  id integer not null primary key check (id = 1),
  event_seq bigint not null,
  watchlist_id text not null,
  place bigint not null
);
insert into feed_consumer (name, position) select 'watchlists', last_seq from feed_head where id = 1;

-- The event of a version that caused a match event: of one version a company is told once of a measure, whoever is at it.
alter table change_event add column caused_by bigint;
create unique index change_event_caused on change_event (caused_by, subject_id) where caused_by is not null;

-- What the first answer to a request under this key said (JSON), where a repeated one is answered the same.
alter table idempotency_key add column answer text;

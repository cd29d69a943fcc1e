-- saved_search: a list of measures that somebody comes back to: `parameters` are those of the list as they were given, as JSON from
-- name to text; `language` that of its digest.
create table saved_search (
  id text not null primary key,
  account_id text not null,
  name text not null,
  parameters text not null,
  language text not null,
  created_at bigint not null,
  updated_at bigint not null
);
create index saved_search_account on saved_search (account_id, created_at, id);

-- digest: that what happens to a watchlist or a saved search (`subject`, its id) is told by mail, every day or every week; no row: it is
-- not. `seq`: the place of the feed up to which it has been told; `since_at`: when that was. `due_at`: when the next one is made.
create table digest (
  subject text not null primary key,
  account_id text not null,
  kind text not null check (kind in ('watchlist', 'search')),
  every text not null check (every in ('daily', 'weekly')),
  seq bigint not null,
  since_at bigint not null,
  due_at bigint not null
);
create index digest_account on digest (account_id);
create index digest_due on digest (due_at, subject);

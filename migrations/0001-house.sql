-- The house: accounts and keys, counters, sources and their runs, measures with their versions, the change feed.
-- Types are text, integer, bigint and double precision; instants are epoch milliseconds (UTC), flags 0 or 1, JSON text.
-- Vocabularies that are closed for good are checked here; those that may grow (event types) are the code's to guard.

-- store_identity: one row. Which life of the store this is: random at its making, new after a restore. A cursor carries
-- it, so that a position of a life that was rolled back is refused.
create table store_identity (
  id integer not null primary key check (id = 1),
  generation text not null
);

-- lease: at most one holder of a name at a time; the holder renews before `until`, after it anybody may take it.
create table lease (
  name text not null primary key,
  holder text not null,
  until bigint not null
);

-- account: one customer. Its e-mail address is unique, case ignored. Without a plan (null) every keyed route refuses.
create table account (
  id text not null primary key,
  email text not null,
  email_folded text not null unique,
  plan text check (plan in ('developer', 'pro', 'business', 'enterprise')),
  created_at bigint not null
);

-- api_key: never the key, only its SHA-256 (64 hex digits) and its first 12 characters. A key that was revoked stays
-- revoked. One row is found by its digest, by the unique index.
create table api_key (
  id text not null primary key,
  account_id text not null references account (id) on delete cascade,
  digest text not null unique check (length(digest) = 64),
  prefix text not null check (length(prefix) = 12),
  mode text not null check (mode in ('live', 'test')),
  name text not null,
  created_at bigint not null,
  revoked_at bigint
);
create index api_key_account on api_key (account_id, id);

-- meter: what an account has used in a UTC month (YYYY-MM): requests that counted, and its token bucket in thousandths
-- of a request as it stood at `refilled_at`. `verdict` is what the last request was told, by the plan's figures of that
-- moment (`rps`, and `quota`, null where unlimited). Written by one statement a request, exact among any number of
-- processes; a power cut may forget its last moment, never add to it. No foreign key: on SQLite it stands in a file of
-- its own.
--@counters
create table if not exists meter (
  account_id text not null,
  month text not null check (length(month) = 7),
  requests bigint not null check (requests >= 0),
  tokens bigint not null check (tokens >= 0),
  refilled_at bigint not null,
  verdict text not null check (verdict in ('admitted', 'rate_limit_exceeded', 'quota_exceeded')),
  rps bigint not null check (rps > 0),
  quota bigint check (quota > 0),
  primary key (account_id, month)
);
--@postgres
-- A row is rewritten at every request: room on its page lets the new one stand beside the old, without touching an index.
alter table meter set (fillfactor = 40, autovacuum_vacuum_scale_factor = 0.0, autovacuum_vacuum_threshold = 1000);
--@all

-- match_usage: match evaluations of an account in a UTC month, counted in the transaction that stores what they pay for.
create table match_usage (
  account_id text not null references account (id) on delete cascade,
  month text not null check (length(month) = 7),
  evaluations bigint not null check (evaluations >= 0),
  primary key (account_id, month)
);

-- feed_head: one row. Whoever appends to the feed moves it as the last lock of the transaction, held to the commit: so
-- the order of `seq` is the order of the commits. `publication` moves with anything that the catalogue serves.
create table feed_head (
  id integer not null primary key check (id = 1),
  last_seq bigint not null,
  last_created_at bigint not null,
  publication bigint not null
);
insert into feed_head (id, last_seq, last_created_at, publication) values (1, 0, 0, 0);

-- source: one authority's list, as the sources file and the operator want it, and how its runs went.
-- `definition` is the entry of the sources file (JSON), `folder` that file's own (relative paths start there); `listed`
-- whether it still stands there; `operator_word` what `sources enable/disable` said last (null: nothing), which goes
-- before `enabled_in_file`. `freshness` is what was last announced.
create table source (
  id text not null primary key,
  definition text not null,
  folder text not null,
  position integer not null,
  listed integer not null check (listed in (0, 1)),
  enabled_in_file integer not null check (enabled_in_file in (0, 1)),
  operator_word integer check (operator_word in (0, 1)),
  freshness text not null check (freshness in ('fresh', 'stale', 'failing', 'never')),
  failed_in_a_row integer not null check (failed_in_a_row >= 0),
  last_run_at bigint,
  last_success_at bigint,
  last_change_at bigint,
  created_at bigint not null
);

-- run: one reading of a source. At most one is `running` per source. `holder` is the process that makes it, and
-- `progress_at` its last sign of life. `held_payload` is what a held run needs beside `held_record` to be published.
create table run (
  id text not null primary key,
  source_id text not null references source (id),
  started_at bigint not null,
  finished_at bigint,
  progress_at bigint not null,
  holder text,
  status text not null check (status in ('running', 'succeeded', 'failed', 'held')),
  seen integer not null default 0,
  created integer not null default 0,
  changed integer not null default 0,
  unchanged integer not null default 0,
  withdrawn integer not null default 0,
  rejected integer not null default 0,
  error text,
  held_payload text,
  check ((status = 'running') = (finished_at is null))
);
create index run_source on run (source_id, started_at desc, id desc);
create unique index run_one_running on run (source_id) where status = 'running';

-- rejected_record: what the source's newest run could not take, in the order read.
create table rejected_record (
  source_id text not null references source (id),
  position integer not null,
  line integer,
  local_id text,
  reason text not null,
  primary key (source_id, position)
);

-- held_record: what a run read and the store does not have so: held until the run is published, or, where it is held,
-- until it is confirmed. Rows of a run that neither runs nor is held are gone.
create table held_record (
  run_id text not null references run (id) on delete cascade,
  position integer not null,
  local_id text not null,
  record text not null,
  primary key (run_id, position)
);

-- measure: the newest version of each. A local id is one measure of its source for ever; a slug is given once.
-- `status` and `closes_at`: what the newest version says. `next_clock_at`: when the clock next changes them.
-- `digest` is that of `record`'s canonical text. `merged_from`: every id that leads to it (JSON list); `merged_into`: the
-- last survivor, never one that is merged itself. `missed_runs`: succeeded runs in a row that did not list it, 2 standing
-- for all above. `last_checked_at`: only while the source's last success did not see it (else that). `publication`: that
-- of feed_head when this row last changed.
create table measure (
  id text not null primary key,
  source_id text not null references source (id),
  local_id text not null,
  slug text not null unique,
  version integer not null check (version >= 1),
  record text not null,
  digest text not null,
  merged_from text not null,
  status text not null check (status in ('forthcoming', 'open', 'continuous', 'paused', 'budget_exhausted', 'closed', 'unknown')),
  closes_at bigint,
  next_clock_at bigint,
  created_at bigint not null,
  updated_at bigint not null,
  withdrawn_at bigint,
  operator_withdrawn integer not null check (operator_withdrawn in (0, 1)),
  missed_runs integer not null check (missed_runs >= 0),
  last_checked_at bigint,
  merged_into text references measure (id) check (merged_into <> id),
  publication bigint not null,
  unique (source_id, local_id)
);
create index measure_publication on measure (publication);
create index measure_source_state on measure (source_id, withdrawn_at, merged_into);
create index measure_next_clock on measure (next_clock_at) where next_clock_at is not null;
create index measure_merged_into on measure (merged_into) where merged_into is not null;

-- measure_version: every version ever, written once. It holds from `valid_from`, its commit, to the next one's.
-- `event_id` is the event that announced it; the event leaves the feed after its time, the version stays.
create table measure_version (
  measure_id text not null references measure (id),
  version integer not null check (version >= 1),
  valid_from bigint not null,
  event_id text not null,
  type text not null,
  categories text not null,
  severity text not null check (severity in ('low', 'medium', 'high')),
  diff text not null,
  record text not null,
  merged_from text not null,
  status text not null check (status in ('forthcoming', 'open', 'continuous', 'paused', 'budget_exhausted', 'closed', 'unknown')),
  closes_at bigint,
  withdrawn_at bigint,
  primary key (measure_id, version)
);
create index measure_version_as_of on measure_version (measure_id, valid_from);

-- change_event: the feed. `seq` is the order of the commits (see feed_head), and `created_at` never decreases along it.
-- An event of an account (`account_id`) is seen by that account alone. `links` (measure events) are fixed when made.
create table change_event (
  seq bigint not null primary key,
  id text not null unique,
  event text not null,
  created_at bigint not null,
  subject text not null,
  subject_id text not null,
  version integer,
  source_id text,
  account_id text,
  categories text not null,
  regions text not null,
  topics text not null,
  diff text not null,
  summary text not null,
  links text
);
create index change_event_created on change_event (created_at, seq);
create index change_event_subject on change_event (subject, subject_id, seq);
create index change_event_source on change_event (source_id, seq);
create index change_event_account on change_event (account_id, seq) where account_id is not null;

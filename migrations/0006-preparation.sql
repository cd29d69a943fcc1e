-- What is published lies ready before: made beside the readers and writers of the store, in small transactions, and moved
-- by one short one. And signs of life, which wait for nobody's work.

-- preparation: one source's measures as they are about to become, made by one process for one transaction. `progress_at`
-- is its last sign of life; `done` says that it was published or given up. What is done, or was left by a process that
-- died, is swept with its rows.
create table preparation (
  id text not null primary key,
  source_id text not null,
  progress_at bigint not null,
  done integer not null check (done in (0, 1))
);

-- prepared_measure: a row of `measure` as it is to become, and where `event_id` is given its version, in the order of the
-- feed. What only the transaction knows stands open: `created_at` of one that is born (null), `updated_at` and
-- `valid_from` of one with a version (null), `withdrawn_at` of one that is withdrawn by it (`newly_withdrawn`; its diff
-- says the preparation's id instead), and the publication. `outcome` is what the run's counts call it.
create table prepared_measure (
  preparation_id text not null,
  position integer not null,
  id text not null,
  slug text not null,
  outcome text not null check (outcome in ('created', 'changed', 'withdrawn', 'touched')),
  version integer not null check (version >= 1),
  status text not null,
  closes_at bigint,
  next_clock_at bigint,
  created_at bigint,
  updated_at bigint,
  withdrawn_at bigint,
  newly_withdrawn integer not null check (newly_withdrawn in (0, 1)),
  operator_withdrawn integer not null check (operator_withdrawn in (0, 1)),
  missed_runs integer not null check (missed_runs >= 0),
  last_checked_at bigint,
  merged_into text,
  merged_from text not null,
  source_id text not null,
  local_id text not null,
  digest text not null,
  event_id text,
  type text,
  categories text,
  severity text,
  diff text,
  record text not null,
  primary key (preparation_id, position)
);
create unique index prepared_measure_id on prepared_measure (preparation_id, id);
create index prepared_measure_born on prepared_measure (preparation_id, slug) where created_at is null;
create index prepared_measure_clock on prepared_measure (preparation_id, next_clock_at) where next_clock_at is not null;

-- prepared_event: an event as it is to be appended, at the position of what it tells of; its place in the feed and its
-- time are given then. `kind` is the text of its kind. Where `tells_time`, its diff says a word (the preparation's id)
-- where it is to say that time.
create table prepared_event (
  preparation_id text not null,
  position integer not null,
  id text not null,
  event text not null,
  subject text not null,
  subject_id text not null,
  version integer,
  source_id text,
  account_id text,
  kind text not null,
  subsidy_id text,
  tells_time integer not null check (tells_time in (0, 1)),
  categories text not null,
  regions text not null,
  topics text not null,
  links text,
  summary text not null,
  diff text not null,
  primary key (preparation_id, position)
);

-- Of a run's records those of some measures are asked for again while it is published.
create index held_record_local on held_record (run_id, local_id);

-- held_lease: as `lease`, whose place it takes: at most one holder of a name at a time. A sign of life: on SQLite it
-- stands in the counters' file, where it waits for nobody's transaction.
--@counters
create table if not exists held_lease (
  name text not null primary key,
  holder text not null,
  until bigint not null
);

-- run_sign: the last sign of life of a run under way, and how far it had then come. Rows of runs that have ended are gone.
create table if not exists run_sign (
  run_id text not null primary key,
  progress_at bigint not null,
  seen integer not null,
  rejected integer not null
);

-- write_probe: written in order to know whether writing works, on SQLite in each file.
create table if not exists counter_probe (id integer not null primary key check (id = 1), written_at bigint not null);
--@all
create table write_probe (id integer not null primary key check (id = 1), written_at bigint not null);

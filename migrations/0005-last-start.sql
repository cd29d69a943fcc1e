-- What the service was last started with stands in the store, so that a command run with another environment changes
-- nothing of it.

-- last_start: one row. `sources_from`: where the list of sources (the listed rows of `source`) was taken from: the
-- absolute path of a file, or `bundled`; null: no list was taken yet, or an earlier release did not note it.
-- `base_url`: under which address people reach the service; null: no service was started yet.
create table last_start (
  id integer not null primary key check (id = 1),
  sources_from text,
  base_url text
);
insert into last_start (id) values (1);

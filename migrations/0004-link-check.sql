-- link_check: what was last really seen at the address of a measure, when the operator had its source's links checked.
-- `outcome`: `seen` (the page answered), `moved` (it answered at another address, `final_url`), `gone` (404 or 410),
-- `refused` (another answer that is no page). An address that could not be reached leaves no row: nothing was seen.
-- `publication` moves with it, since a curated record's `last_checked_at` follows it.
create table link_check (
  measure_id text not null primary key references measure (id),
  url text not null,
  outcome text not null check (outcome in ('seen', 'moved', 'gone', 'refused')),
  http_status integer not null,
  final_url text not null,
  checked_at bigint not null,
  publication bigint not null
);
create index link_check_publication on link_check (publication);

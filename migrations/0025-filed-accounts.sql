-- filed_account: the figures of a company's last filed annual accounts, as the National Bank's central balance sheet office published
-- them. `enterprise_number`: of a legal person, ten digits. `wanted`: somebody waits for them, and a worker asks; `known`: the figures
-- that the filing has, the others null; `none`: there is no filing that can be read. `turnover_eur` and `balance_total_eur` are euros,
-- `employees` full-time equivalents, rounded down, `closing_day` the last day of their year (YYYY-MM-DD). `due_at` is when it is next
-- asked for; null: not, until somebody wants it again. `last_fault` and `failed_at` are of the last attempt that failed. No row has a
-- name, an address or a person.
create table filed_account (
  enterprise_number text not null primary key check (length(enterprise_number) = 10),
  id text not null unique,
  state text not null default 'wanted' check (state in ('wanted', 'known', 'none')),
  employees integer check (employees >= 0),
  turnover_eur double precision check (turnover_eur >= 0),
  balance_total_eur double precision check (balance_total_eur >= 0),
  closing_day text,
  wanted_at bigint not null,
  fetched_at bigint,
  due_at bigint default 0,
  attempts integer not null default 0,
  claim_token text,
  claimed_until bigint,
  failed_at bigint,
  last_fault text,
  check ((state = 'known') = (closing_day is not null)),
  check ((state = 'wanted') = (fetched_at is null)),
  check (state = 'known' or (employees is null and turnover_eur is null and balance_total_eur is null)),
  check (due_at is null or state = 'wanted'),
  check ((claim_token is null) = (claimed_until is null)),
  check ((failed_at is null) = (last_fault is null))
);
create index filed_account_due on filed_account (due_at, id) where due_at is not null;
create index filed_account_fetched on filed_account (fetched_at) where fetched_at is not null;
create index filed_account_wanted on filed_account (wanted_at) where fetched_at is null;
create index filed_account_failed on filed_account (failed_at) where failed_at is not null;

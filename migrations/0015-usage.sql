-- What an account's owner sees of its use: its requests of the last days, and figures of its use by day. Both are written behind the
-- answers, a second at most, and may lose their last moment; what quotas go by stands in `meter` and `match_usage`. No foreign
-- keys: on SQLite they stand beside the counters, in nobody's way.
--@counters

-- request_log: a request of an account each, kept 7 days and 200,000 of an account. Its id begins with when it came, so that the
-- order of ids is that of time. `route` is the pattern, never the path; `status` 499: its client left before it was answered;
-- `code` that of the error; `cut` why the answer did not leave whole; `key_id` null: the key is not known.
create table if not exists request_log (
  account_id text not null,
  request_id text not null,
  at bigint not null,
  method text not null,
  route text not null,
  status integer not null,
  code text,
  cut text,
  duration_ms double precision not null,
  key_id text,
  evaluations bigint not null,
  primary key (account_id, request_id)
);

-- usage_day: requests of an account on a UTC day (YYYY-MM-DD), by key, route, and how they ended, kept 25 months. `key_id` '': no
-- key (a session's match evaluations, which count no request); `code` '': no error. `first_at` and `last_at`: when the first and the
-- last of them came, `last_request_id` the id of the last.
create table if not exists usage_day (
  account_id text not null,
  day text not null check (length(day) = 10),
  key_id text not null,
  method text not null,
  route text not null,
  outcome text not null check (outcome in ('answered', 'refused', 'faulty', 'failed')),
  code text not null,
  requests bigint not null check (requests >= 0),
  evaluations bigint not null check (evaluations >= 0),
  first_at bigint not null,
  last_at bigint not null,
  last_request_id text not null,
  primary key (account_id, day, key_id, method, route, outcome, code)
);
create index if not exists usage_day_day on usage_day (day);

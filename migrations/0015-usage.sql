-- What an account's owner sees of its use: its requests of the last days, and figures of its use by day. Both are written behind the
-- answers, a second at most, and may lose their last moment; what quotas go by stands in `meter` and `match_usage`. No foreign
-- keys: on SQLite they stand in a file of their own, in nobody's way.
--@behind

-- request_page: requests of an account, as many as came between two writings and as many as fit: a page of its request log, kept 7
-- days, and as long as the newer ones are no 200,000 requests. A row for each request cost its account more than the request
-- itself took. The id begins with when the page's newest request came: the order of ids is that of time. `body` (JSON): `kinds`, each
-- [method, pattern of the route, status, code of the error or null, why it was cut or null, id of the key or null], and `requests`,
-- four each, in the order of their answers: id without its prefix, place of its kind, tenths of a millisecond, evaluations.
create table if not exists request_page (
  account_id text not null,
  id text not null,
  requests integer not null check (requests > 0),
  body text not null,
  primary key (account_id, id)
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

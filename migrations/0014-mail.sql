-- mail: one for an account, written in the transaction of what it is about, and sent after it. `kind` and `cause` say what that is: of
-- one cause there is one mail. `parameters` (JSON) is what its text is made from when it is sent; never a secret. `due_at` 0: at
-- once; null: nothing is left to do. No attempt begins after `until_at`. `host`: where it was to go, as far as others may know.
-- `last_error` and `last_reply` (the code that the server answered) are of the last attempt that failed.
create table mail (
  id text not null primary key,
  account_id text not null,
  kind text not null,
  cause text not null,
  parameters text not null,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed', 'dropped')),
  created_at bigint not null,
  until_at bigint,
  due_at bigint default 0,
  attempts integer not null default 0,
  claim_token text,
  claimed_until bigint,
  ended_at bigint,
  host text,
  last_error text,
  last_reply integer,
  unique (kind, cause),
  check (due_at is null or state = 'queued'),
  check ((state = 'queued') = (ended_at is null)),
  check ((claim_token is null) = (claimed_until is null))
);
create index mail_due on mail (due_at, id) where due_at is not null;
create index mail_account on mail (account_id, ended_at);
create index mail_made on mail (created_at);

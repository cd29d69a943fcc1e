-- Who signs in to an account, and how: persons, passwords, one-time links, sessions; and what was done to the account by whom.

-- account: `email_verified` 1: the operator set its address, or somebody opened what we sent there; only then is mail sent, and a
-- person of that address let in. `language`: of its mail and its dashboard. `is_operator` 1: it runs this service. `plan_by`: whose word
-- its plan is; the operator's holds until he gives it back (null: nobody has said anything).
alter table account add column email_verified integer not null default 1 check (email_verified in (0, 1));
alter table account add column language text not null default 'en';
alter table account add column is_operator integer not null default 0 check (is_operator in (0, 1));
alter table account add column plan_by text check (plan_by in ('operator', 'stripe'));
update account set plan_by = 'operator' where plan is not null;
update account set email_verified = 0 where email_folded = 'owner@localhost.localdomain';

-- audit_entry: who made, revoked, rotated or changed what, kept 13 months. `actor` is 'session' (a person in the dashboard), 'key' (a
-- program, by the key `key_id`), 'operator' or 'service'; `subject` the id of what it was done to, `about` what is to be known
-- of it, as JSON of a few short texts, never a secret.
create table audit_entry (
  id text not null primary key,
  account_id text not null,
  at bigint not null,
  actor text not null check (actor in ('session', 'key', 'operator', 'service')),
  key_id text,
  action text not null,
  subject text,
  about text not null
);
create index audit_entry_account on audit_entry (account_id, id);
create index audit_entry_at on audit_entry (at, id);

-- person: somebody whom another service knows under `subject` (Google's `iss` and `sub`), and the account that is theirs.
create table person (
  issuer text not null,
  subject text not null,
  account_id text not null,
  email text not null,
  created_at bigint not null,
  last_sign_in_at bigint not null,
  primary key (issuer, subject)
);
create index person_account on person (account_id);

-- password: of an account, as argon2id (PHC string).
create table password (
  account_id text not null primary key,
  phc text not null,
  set_at bigint not null
);

-- sign_in_delay: attempts in a row at one e-mail address that did not succeed (by its digest, known to us or not), and when the next
-- one may be made.
create table sign_in_delay (
  subject text not null primary key,
  attempts integer not null check (attempts >= 0),
  next_at bigint not null
);
create index sign_in_delay_next on sign_in_delay (next_at);

-- link_request: how often a link was asked for since `since`, by digest of the account or of the client's network.
create table link_request (
  subject text not null primary key,
  since bigint not null,
  requests integer not null
);
create index link_request_since on link_request (since);

-- sign_in_link: a one-time link, by the digest of its token (64 hex digits); spent by the press of a button, once.
create table sign_in_link (
  digest text not null primary key check (length(digest) = 64),
  account_id text not null,
  email text,
  created_at bigint not null,
  expires_at bigint not null,
  spent_at bigint
);
create index sign_in_link_account on sign_in_link (account_id);
create index sign_in_link_expiry on sign_in_link (expires_at);

-- spent_token: an ID token that somebody has signed in with, by its digest, until it would have expired anyway.
create table spent_token (
  digest text not null primary key check (length(digest) = 64),
  expires_at bigint not null
);
create index spent_token_expiry on spent_token (expires_at);

-- session: somebody signed in, by the digest of the cookie. `signed_in_at`: when they last showed who they are; `seen_at`: their last
-- visit, noted once a minute at most. It ends 7 days after that, 30 after it began, or when it is ended.
create table session (
  id text not null primary key,
  digest text not null unique check (length(digest) = 64),
  account_id text not null,
  method text not null check (method in ('google', 'password', 'link')),
  browser text not null,
  created_at bigint not null,
  signed_in_at bigint not null,
  seen_at bigint not null
);
create index session_account on session (account_id, created_at);
create index session_seen on session (seen_at);

-- idempotency_key: a request that counted or created something under a key of the caller's (Idempotency-Key), by the
-- SHA-256 of its bytes. Kept for 24 hours; an account's older rows go with its next such request.
create table idempotency_key (
  account_id text not null references account (id) on delete cascade,
  route text not null,
  key text not null check (length(key) between 1 and 255),
  digest text not null check (length(digest) = 64),
  created_at bigint not null,
  primary key (account_id, route, key)
);
create index idempotency_key_created on idempotency_key (account_id, created_at);

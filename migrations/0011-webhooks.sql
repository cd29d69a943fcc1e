-- Webhooks: endpoints that customers name, and what each is sent.

-- webhook: `filters` as shown (JSON, every name present). `secret` is encrypted (webhooks/secret-box.ts). `after_seq`: the
-- newest event of the feed when it was made or enabled last, under the lock of its head: it gets events after that one.
-- `epoch` moves with every enabling: an attempt begun before counts for nothing after. `held_until`: the end of the gap in which
-- nothing but pings is sent, after failures in a row. `due_at`: the earliest instant at which there may be something to do for it
-- (a delivery that is due, or a claim that has run out); null: nothing. With `deleted_at` it is gone for everybody, and its
-- deliveries are being erased.
create table webhook (
  id text not null primary key,
  account_id text not null references account (id) on delete cascade,
  url text not null,
  filters text not null,
  secret text not null,
  active integer not null check (active in (0, 1)),
  created_at bigint not null,
  last_success_at bigint,
  consecutive_failures integer not null default 0 check (consecutive_failures >= 0),
  epoch integer not null default 0,
  after_seq bigint not null,
  held_until bigint not null default 0,
  due_at bigint,
  deleted_at bigint
);
create index webhook_account on webhook (account_id, created_at, id);
create index webhook_due on webhook (due_at, id) where due_at is not null;
create index webhook_deleted on webhook (deleted_at, id) where deleted_at is not null;

-- webhook_delivery: an event for an endpoint, once. `seq`: its place in the feed (0: a ping, which is not there): of what was
-- queued at one instant the order. `lane`: 0 a ping, 1 an event of the feed. `body` is the text first sent; null
-- before (a ping has it from the beginning). A row is due (`due_at`) while it is pending; whoever works on it has claimed it until
-- then (`claim_token`, `claimed_until`), and an attempt is counted when it is claimed.
create table webhook_delivery (
  id text not null primary key,
  webhook_id text not null references webhook (id) on delete cascade,
  account_id text not null,
  event_id text not null,
  event_type text not null,
  seq bigint not null default 0,
  lane integer not null check (lane in (0, 1)),
  status text not null check (status in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0 check (attempts between 0 and 6),
  body text,
  last_status integer,
  last_error text,
  created_at bigint not null,
  delivered_at bigint,
  due_at bigint,
  claim_token text,
  claimed_until bigint,
  unique (webhook_id, event_id),
  check ((status = 'pending') = (due_at is not null)),
  check ((status = 'delivered') = (delivered_at is not null)),
  check ((claim_token is null) = (claimed_until is null))
);
create index webhook_delivery_newest on webhook_delivery (webhook_id, created_at desc, seq desc, id desc);
create index webhook_delivery_queue on webhook_delivery (webhook_id, lane, due_at, seq) where due_at is not null;
create index webhook_delivery_claimed on webhook_delivery (webhook_id, claimed_until) where claimed_until is not null;
insert into feed_consumer (name, position) select 'webhooks', last_seq from feed_head where id = 1;

-- What the payment provider says of accounts, as it was last fetched; events of its that were taken; customers whose end it is to be told.

-- billing: one row an account that has ever begun to pay. `customer_id`: of the account at the provider, one for ever; before it is known,
-- `customer_asked_at` says since when it has been asked for, and `customer_tries` how often in vain. The subscription: its `status` in the
-- provider's words, the `plan` and `period` of its price, when its paid period and it itself end, and since when we have seen it past due.
-- `plan_until`: when the plan it gives ends by the clock, whatever the provider says until then (null: it does not, or gives none).
-- `others`: further subscriptions that are charged beside it, as a JSON list of ids. `checkout_until`: until when a checkout that was
-- begun can be paid. `due_at`: when to fetch again. `holder`, `held_until`: who speaks with the provider for the account at the moment.
create table billing (
  account_id text not null primary key,
  customer_id text unique,
  customer_asked_at bigint,
  customer_tries integer not null default 0 check (customer_tries >= 0),
  subscription_id text,
  status text,
  plan text,
  period text check (period in ('month', 'year')),
  period_ends_at bigint,
  ends_at bigint,
  past_due_since bigint,
  plan_until bigint,
  others text not null default '[]',
  checkout_until bigint,
  fetched_at bigint,
  due_at bigint not null,
  holder text,
  held_until bigint,
  check ((holder is null) = (held_until is null)),
  check ((subscription_id is null) = (status is null)),
  check ((plan is null) = (period is null))
);
create index billing_due on billing (due_at, account_id);
create index billing_end on billing (plan_until, account_id);

-- billing_event: an event of the provider that was taken, by its id, so that a repeated one does nothing; kept 90 days.
create table billing_event (
  id text not null primary key,
  account_id text not null,
  kind text not null,
  taken_at bigint not null
);
create index billing_event_account on billing_event (account_id);
create index billing_event_taken on billing_event (taken_at);

-- billing_ending: a customer of an account that is gone, until the provider has ended what it pays. No word of the account.
create table billing_ending (
  customer_id text not null primary key,
  since bigint not null,
  due_at bigint not null,
  attempts integer not null default 0 check (attempts >= 0)
);
create index billing_ending_due on billing_ending (due_at, customer_id);

-- Reading the feed by filters without walking past what they leave out, keeping it for its time, and reminders.

-- event_kind: what the filters of the feed can tell of an event. Few kinds stand for many events: a filter is judged once
-- a kind, and the events of a kind are found in order by an index, so what never matches is never looked at. `facts` is a
-- JSON object in one order of keys: equal facts have equal texts. Ids grow in the order of the commits, as `seq` does.
-- `account_id` repeats the account of the facts: its kinds are asked for by it.
create table event_kind (
  id bigint not null primary key,
  account_id text,
  facts text not null unique
);
create index event_kind_account on event_kind (account_id, id);

-- `kind_id` stands in every event. `subsidy_id` is the measure that it is about, of match events too; null: about none.
alter table change_event add column kind_id bigint;
alter table change_event add column subsidy_id text;

insert into event_kind (id, account_id, facts)
select row_number() over (order by min(seq)), account_id, facts
from (
  select seq, account_id,
    '{"subject":"' || subject || '","source_id":' || coalesce('"' || source_id || '"', 'null')
    || ',"account_id":' || coalesce('"' || account_id || '"', 'null')
    || ',"categories":' || categories || ',"regions":' || regions || '}' as facts
  from change_event
) as told
group by account_id, facts;
update change_event set
  subsidy_id = case when subject = 'subsidy' then subject_id end,
  kind_id = (
    select event_kind.id from event_kind
    where event_kind.facts = '{"subject":"' || subject || '","source_id":' || coalesce('"' || source_id || '"', 'null')
      || ',"account_id":' || coalesce('"' || change_event.account_id || '"', 'null')
      || ',"categories":' || categories || ',"regions":' || regions || '}'
  );

drop index change_event_subject;
drop index change_event_source;
drop index change_event_account;
create index change_event_kind on change_event (kind_id, seq);
create index change_event_subsidy on change_event (subsidy_id, kind_id, seq) where subsidy_id is not null;

-- `first_seq`: the oldest place of the feed that is still kept (or will be taken next). What stood before it is gone, so
-- a cursor that has not read it yet is refused.
alter table feed_head add column first_seq bigint not null default 1;

-- reminder: a deadline that was announced as closing soon, so many days before. Each once, whoever looks.
create table reminder (
  measure_id text not null references measure (id),
  deadline bigint not null,
  days integer not null check (days > 0),
  created_at bigint not null,
  primary key (measure_id, deadline, days)
);
create index reminder_deadline on reminder (deadline);
create index measure_deadline on measure (closes_at)
  where withdrawn_at is null and merged_into is null and status in ('forthcoming', 'open', 'continuous');

-- What tells a run that looks wrong from one that may be published.

-- run.profile: how many records of the reading say what, as JSON. Null for runs of earlier releases, and while a run reads.
alter table run add column profile text;

-- source.published_release: the release whose run was last published. Null: an earlier release's, or none.
alter table source add column published_release text;

-- published_rejection: what the last published run of a source rejected, counted by local id; '' stands for records without
-- a readable one.
create table published_rejection (
  source_id text not null references source (id),
  local_id text not null,
  records integer not null check (records > 0),
  primary key (source_id, local_id)
);

insert into published_rejection (source_id, local_id, records)
  select source_id, coalesce(local_id, ''), count(*) from rejected_record group by source_id, coalesce(local_id, '');

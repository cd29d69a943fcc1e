-- What a measure says is written once, before it is published, and pointed at by whatever says it: so that a publishing
-- moves no records, and a version that changes nothing in them (a withdrawal, the clock) copies none.

-- measure_record: a record's canonical text. Written once. Nothing of an unpublished preparation points at it yet; what
-- nothing points at any more is deleted by whoever saw to that.
create table measure_record (
  id text not null primary key,
  record text not null
);

insert into measure_record (id, record) select event_id, record from measure_version;
alter table measure_version add column record_id text not null default '';
update measure_version set record_id = event_id;
alter table measure_version drop column record;

-- Where a measure says what its newest version does not (a record's day of checking), its record has the measure's id.
insert into measure_record (id, record)
  select m.id, m.record from measure m where not exists (
    select 1 from measure_version v join measure_record r on r.id = v.record_id
    where v.measure_id = m.id and v.version = m.version and r.record = m.record);
alter table measure add column record_id text not null default '';
update measure set record_id = coalesce(
  (select r.id from measure_record r where r.id = measure.id),
  (select v.record_id from measure_version v where v.measure_id = measure.id and v.version = measure.version), '');
alter table measure drop column record;

-- A preparation that was under way begins anew. `former_record_id`: what the measure pointed at, where it will not any more.
delete from preparation;
delete from prepared_measure;
delete from prepared_event;
alter table prepared_measure add column record_id text not null default '';
alter table prepared_measure add column former_record_id text;
alter table prepared_measure drop column record;

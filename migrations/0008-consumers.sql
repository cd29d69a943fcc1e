-- feed_consumer: how far each reader of the feed inside the service has come. It moves in the transaction that writes what
-- the events up to there cause, so that each is acted on once, whatever stops in between.
create table feed_consumer (
  name text not null primary key,
  position bigint not null
);

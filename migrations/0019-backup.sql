-- What is known of backups: when the last one was taken, so that a check-up can say that there is none.

-- last_backup: one row. `taken_at`: the moment that the newest backup of this store is of; `bytes`: of its file.
create table last_backup (
  id integer not null primary key check (id = 1),
  taken_at bigint not null,
  bytes bigint not null
);

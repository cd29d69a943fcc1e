-- webhook_delivery: `is_last` 1: what is under way is its last attempt, however many it had. So it is of what was under way to an
-- endpoint that was switched off and has been enabled since.
alter table webhook_delivery add column is_last integer not null default 0 check (is_last in (0, 1));

-- webhook_delivery: `attempt_log` tells of each attempt that came to an end, a line each: its number, when it began, how many
-- milliseconds it took, the status of its answer and the class of its error (both empty where there is none), with commas between.
-- Null before the first, and of deliveries that were over before this was kept. `event_id` of a delivery that a person had made of
-- one that failed is `<event id>/<id of the failed delivery>`: so each is resent once at most.
alter table webhook_delivery add column attempt_log text;

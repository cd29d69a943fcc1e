-- sign_in_network: from which networks somebody has signed in to an account, as digests that only this installation can make. A stranger's
-- wrong passwords never delay who comes from one of them.
create table sign_in_network (
  account_id text not null,
  network text not null check (length(network) = 64),
  last_at bigint not null,
  primary key (account_id, network)
);
create index sign_in_network_last on sign_in_network (last_at);

-- What a link's token is derived from, with the installation's secret, so that the same link can be sent again. Null: a link that the
-- operator handed over, or one of before.
alter table sign_in_link add column seed text;

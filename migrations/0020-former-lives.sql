-- What a restored store knows of the lives before it, so that a further restore takes nothing back either.

-- former_life: an earlier life of the store, by its generation. `known_until`: of what happened in it until then, this store knows who was
-- erased and which keys were revoked.
create table former_life (
  generation text not null primary key,
  known_until bigint not null
);

-- revoked_key: a key that was revoked in an earlier life of the store, whether or not this one has it. A store that is restored from a
-- backup in which it still opens revokes it again.
create table revoked_key (
  id text not null primary key,
  revoked_at bigint not null
);

-- Only the SHA-256 of a token is kept: whoever reads this table cannot log in with it.
create table sessions (
  token_hash bytea primary key,
  user_id bigint not null references users,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

create index sessions_of_user on sessions (user_id);
create index sessions_by_expiry on sessions (expires_at);

-- Wrong tries of the last minutes, by the username as it was compared and by address.
create table login_attempts (
  id bigint generated always as identity primary key,
  username text not null,
  address text not null,
  tried_at timestamptz not null default now()
);

create index login_attempts_by_username on login_attempts (username, tried_at);
create index login_attempts_by_address on login_attempts (address, tried_at);
create index login_attempts_by_time on login_attempts (tried_at);

-- What a write with an Idempotency-Key answered, kept in the transaction of the write itself.
create table idempotency_keys (
  user_id bigint not null references users,
  key text not null,
  -- A digest of the call: the same key for another one is a mistake of the caller.
  request text not null,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);

create index idempotency_keys_by_age on idempotency_keys (created_at);

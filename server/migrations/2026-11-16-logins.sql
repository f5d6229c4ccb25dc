-- Wrong logins are counted by username and origin together, in one row each, so that tries at the same
-- moment wait for one another. Forgotten within the hour, so neither logged nor backed up.
drop table login_attempts;

create unlogged table login_tries (
  -- The username as it is compared; empty in the row that counts an origin over all usernames.
  username text not null,
  -- A network or a remembered device; empty in the row that counts a username over all networks.
  origin text not null,
  tries integer not null default 0,
  since timestamptz not null default clock_timestamp(),
  -- Set from the try on that used up the free ones.
  wait_until timestamptz,
  primary key (username, origin)
);

create index login_tries_by_age on login_tries (since);

-- Devices on which a user has logged in. Only the SHA-256 of a device's token is kept; several users of
-- one device share it.
create table login_devices (
  token_hash bytea not null,
  user_id bigint not null references users,
  used_at timestamptz not null default now(),
  primary key (token_hash, user_id)
);

create index login_devices_of_user on login_devices (user_id, used_at);
create index login_devices_by_age on login_devices (used_at);

alter table audit_log drop constraint audit_log_action_check;
alter table audit_log add constraint audit_log_action_check check (
  action in ('created', 'changed', 'reset', 'unlocked', 'deleted', 'imported', 'exported'));

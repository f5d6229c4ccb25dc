-- Every username and identifier code that an account has ever had. Records show them as they were (posts,
-- histories, the audit trail), so nobody else gets one again, not even after a deletion or a change of name.
create table used_usernames (
  -- In lower case.
  username text primary key,
  user_id bigint not null references users on delete cascade
);
create table used_codes (
  code text primary key,
  user_id bigint not null references users on delete cascade
);
create index used_usernames_of_user on used_usernames (user_id);
create index used_codes_of_user on used_codes (user_id);

-- Deleted accounts may share theirs with a later one: it belongs to the live account, else to the newest.
insert into used_usernames (username, user_id)
select distinct on (lower(username)) lower(username), id from users
order by lower(username), deleted_at is not null, id desc;
insert into used_codes (code, user_id)
select distinct on (identifier_code) identifier_code, id from users
where identifier_code is not null
order by identifier_code, deleted_at is not null, id desc;

create function keep_names_of_new_users() returns trigger language plpgsql as $$
begin
  insert into used_usernames (username, user_id) select lower(username), id from added;
  insert into used_codes (code, user_id)
    select identifier_code, id from added where identifier_code is not null;
  return null;
end
$$;
create trigger keep_names after insert on users
  referencing new table as added
  for each statement execute function keep_names_of_new_users();

-- A user may take back a name of their own; anyone else's is refused by the key.
create function keep_changed_names() returns trigger language plpgsql as $$
begin
  insert into used_usernames (username, user_id)
    select lower(new.username), new.id
    where not exists (select from used_usernames
      where username = lower(new.username) and user_id = new.id);
  insert into used_codes (code, user_id)
    select new.identifier_code, new.id
    where new.identifier_code is not null and not exists (select from used_codes
      where code = new.identifier_code and user_id = new.id);
  return null;
end
$$;
create trigger keep_changed_names after update of username, identifier_code on users
  for each row
  when (lower(old.username) <> lower(new.username)
    or old.identifier_code is distinct from new.identifier_code)
  execute function keep_changed_names();

-- Automatic numbering of identifier codes: one row with the next number, null until the first one is needed.
-- It goes on from the highest code of its own form, a year and six digits; other codes never move it.
create table code_numbering (
  is_only boolean primary key default true check (is_only),
  next_number bigint
);
insert into code_numbering (next_number)
select max(code::bigint) + 1 from used_codes
where code ~ '^20[0-9]{8}$'
  and code collate "C" < (extract(year from now())::int + 2)::text collate "C";

drop index users_by_code;

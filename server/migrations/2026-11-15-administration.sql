alter table schools add column version integer not null default 1;
alter table classes add column version integer not null default 1;

alter table users
  -- Grows with every change by an administrator, so that nobody overwrites what they have not seen.
  add column version integer not null default 1,
  -- Lists of people stand by given name, the last word of the whole name.
  add column full_name text collate vietnamese not null
    generated always as (btrim(last_name || ' ' || first_name)) stored,
  add column given_name text collate vietnamese not null
    generated always as (regexp_replace(btrim(last_name || ' ' || first_name), '^.*\s', '')) stored,
  -- A search types no diacritics: name, username and code in plain small letters, a space before each word.
  add column search_text text not null
    generated always as (' ' || lower(translate(
      regexp_replace(
        normalize(last_name || ' ' || first_name || ' ' || translate(username, '._-', '   '), NFD)
          || coalesce(' ' || identifier_code, ''),
        '[\u0300-\u036f]', '', 'g'),
      'đĐ', 'dd'))) stored;

create index users_by_name on users (school_id, role, given_name, full_name, id)
  where deleted_at is null;
create index users_by_code on users ((identifier_code::numeric))
  where deleted_at is null and identifier_code ~ '^[0-9]+$';

-- One record for each change of the class that a teacher teaches or a pupil attends, with the names of then.
create table class_history (
  id bigint generated always as identity primary key,
  school_id bigint not null references schools,
  user_id bigint not null references users,
  role text not null check (role in ('Teacher', 'Student')),
  first_name text not null,
  last_name text not null,
  from_class_id bigint references classes,
  from_class_name text,
  to_class_id bigint references classes,
  to_class_name text,
  changed_by bigint references users,
  changed_by_username text not null,
  changed_at timestamptz not null default now(),
  check (from_class_id is distinct from to_class_id),
  check ((from_class_id is null) = (from_class_name is null)),
  check ((to_class_id is null) = (to_class_name is null))
);

create index class_history_of_user on class_history (user_id, id desc);
create index class_history_of_school on class_history (school_id, role, id desc);
create index class_history_by_role on class_history (role, id desc);
create index class_history_from_class on class_history (from_class_id, id desc);
create index class_history_to_class on class_history (to_class_id, id desc);

-- Who administered what, and when, with the names of then.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- Null for a command on the server.
  actor_id bigint references users,
  actor text not null,
  actor_role text,
  action text not null
    check (action in ('created', 'changed', 'reset', 'deleted', 'imported', 'exported')),
  subject text not null check (subject in ('school', 'class', 'account', 'students', 'teachers')),
  subject_id bigint,
  subject_name text not null,
  school_id bigint references schools,
  details jsonb not null default '{}'
);

create index audit_log_of_school on audit_log (school_id, id desc);
create index audit_log_of_actor on audit_log (actor_id, id desc);
create index audit_log_of_subject on audit_log (subject, subject_id, id desc);
create index audit_log_of_action on audit_log (action, id desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'what stands in % is never changed', tg_table_name;
end
$$;

create trigger append_only before update or delete on class_history
  for each row execute function refuse_change();
create trigger never_emptied before truncate on class_history
  for each statement execute function refuse_change();
create trigger append_only before update or delete on audit_log
  for each row execute function refuse_change();
create trigger never_emptied before truncate on audit_log
  for each statement execute function refuse_change();

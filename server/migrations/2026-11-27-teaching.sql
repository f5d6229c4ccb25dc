-- What a school taught its scanner. The version grows with every change, so that each server knows when the head
-- that it keeps in memory is out of date.
alter table schools
  add column keeps_taught_photos boolean not null default false,
  add column taught_version bigint not null default 0;

create table taught_kinds (
  id bigint generated always as identity primary key,
  school_id bigint not null references schools,
  -- A kind that we know, which brings a drawing.
  label text,
  name text not null check (length(name) between 1 and 40),
  waste_group text not null check (waste_group in ('recyclable', 'food', 'hazardous', 'other')),
  advice text not null check (length(advice) between 1 and 200),
  created_by bigint references users,
  created_at timestamptz not null default now(),
  unique (school_id, id)
);

create unique index taught_kinds_name on taught_kinds (school_id, lower(name collate vietnamese));

create table taught_photos (
  id bigint generated always as identity primary key,
  school_id bigint not null references schools,
  kind_id bigint not null,
  -- The class of the student who added it; the start of its year may be undone.
  class_id bigint references classes on delete set null,
  -- Null once this person is erased.
  added_by bigint references users,
  added_at timestamptz not null default now(),
  approved_by bigint references users,
  approved_at timestamptz,
  is_imported boolean not null default false,
  -- What the shipped classifier answered; null if it was not confident.
  net_label text,
  -- The checksum of both nets.
  model text not null,
  -- Of the server's net and of the device's: little-endian 16-bit floats.
  features bytea not null,
  device_features bytea not null,
  file text unique,
  foreign key (school_id, kind_id) references taught_kinds (school_id, id) on delete cascade,
  -- Nobody can approve what they cannot see.
  check (approved_at is not null or file is not null),
  check (approved_at is not null or approved_by is null)
);

create index taught_photos_of_kind on taught_photos (school_id, kind_id, id);
create index taught_photos_class on taught_photos (class_id);
create index taught_photos_added_by on taught_photos (added_by);
create index taught_photos_approved_by on taught_photos (approved_by);
create index taught_photos_pending on taught_photos (added_at) where approved_at is null;
create index taught_kinds_created_by on taught_kinds (created_by);

create function track_taught_files() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update stored_files set unreferenced_since = now() where name in (select file from old_rows);
  end if;
  if tg_op <> 'DELETE' then
    insert into stored_files (name, unreferenced_since)
    select file, null::timestamptz from new_rows where file is not null
    on conflict (name) do update set unreferenced_since = null;
  end if;
  return null;
end
$$;

create trigger taught_photos_inserted after insert on taught_photos
  referencing new table as new_rows
  for each statement execute function track_taught_files();
create trigger taught_photos_updated after update on taught_photos
  referencing old table as old_rows new table as new_rows
  for each statement execute function track_taught_files();
create trigger taught_photos_deleted after delete on taught_photos
  referencing old table as old_rows
  for each statement execute function track_taught_files();

create function count_taught_kinds() returns trigger language plpgsql as $$
begin
  update schools set taught_version = taught_version + 1 where id in (select school_id from changed_rows);
  return null;
end
$$;

create trigger taught_kinds_inserted after insert on taught_kinds
  referencing new table as changed_rows
  for each statement execute function count_taught_kinds();
create trigger taught_kinds_updated after update on taught_kinds
  referencing new table as changed_rows
  for each statement execute function count_taught_kinds();
create trigger taught_kinds_deleted after delete on taught_kinds
  referencing old table as changed_rows
  for each statement execute function count_taught_kinds();

-- Only of approved photos, since others teach nothing.
create function count_taught_photos() returns trigger language plpgsql as $$
begin
  update schools set taught_version = taught_version + 1
  where id in (select school_id from changed_rows where approved_at is not null);
  return null;
end
$$;

create function count_changed_photos() returns trigger language plpgsql as $$
begin
  update schools set taught_version = taught_version + 1 where id in (
    select photo.school_id from changed_rows photo join former_rows former on former.id = photo.id
    where (photo.approved_at, photo.model, photo.features) is distinct from
      (former.approved_at, former.model, former.features));
  return null;
end
$$;

create trigger taught_photos_counted after insert on taught_photos
  referencing new table as changed_rows
  for each statement execute function count_taught_photos();
create trigger taught_photos_change_counted after update on taught_photos
  referencing old table as former_rows new table as changed_rows
  for each statement execute function count_changed_photos();
create trigger taught_photos_deletion_counted after delete on taught_photos
  referencing old table as changed_rows
  for each statement execute function count_taught_photos();

alter table audit_log drop constraint audit_log_subject_check;
alter table audit_log add constraint audit_log_subject_check check (subject in (
  'school', 'class', 'account', 'students', 'teachers', 'lesson', 'school_year', 'substitute', 'post',
  'comment', 'comment_settings', 'attendance', 'student_report', 'audit_log', 'photo_consent',
  'data_request', 'card', 'second_factor', 'leave_note', 'avatar', 'scanner'));

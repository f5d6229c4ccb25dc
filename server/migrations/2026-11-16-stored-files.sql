-- Every file that we put into the storage. Its row is committed before its first byte is stored, and the
-- cleanup deletes what stands here and nothing else.
create table stored_files (
  name text primary key,
  created_at timestamptz not null default now(),
  -- Null while a row of another table refers to the file. Equal to created_at if none ever did.
  unreferenced_since timestamptz default now()
);

create index stored_files_unreferenced on stored_files (unreferenced_since, name)
  where unreferenced_since is not null;

-- The triggers below keep unreferenced_since right for every way a reference comes or goes, cascades too.
create function track_attachment_files() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update stored_files set unreferenced_since = now()
    where name in (select file from old_rows union all select thumb from old_rows);
  end if;
  if tg_op <> 'DELETE' then
    insert into stored_files (name, unreferenced_since)
    select file, null::timestamptz from new_rows
    union all select thumb, null from new_rows where thumb is not null
    on conflict (name) do update set unreferenced_since = null;
  end if;
  return null;
end
$$;

create trigger attachments_inserted after insert on attachments
  referencing new table as new_rows
  for each statement execute function track_attachment_files();
create trigger attachments_updated after update on attachments
  referencing old table as old_rows new table as new_rows
  for each statement execute function track_attachment_files();
create trigger attachments_deleted after delete on attachments
  referencing old table as old_rows
  for each statement execute function track_attachment_files();

create function track_thumbnail_files() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update stored_files set unreferenced_since = now() where name in (select file from old_rows);
  end if;
  if tg_op <> 'DELETE' then
    insert into stored_files (name, unreferenced_since) select file, null::timestamptz from new_rows
    on conflict (name) do update set unreferenced_since = null;
  end if;
  return null;
end
$$;

create trigger lesson_thumbnails_inserted after insert on lesson_thumbnails
  referencing new table as new_rows
  for each statement execute function track_thumbnail_files();
create trigger lesson_thumbnails_updated after update on lesson_thumbnails
  referencing old table as old_rows new table as new_rows
  for each statement execute function track_thumbnail_files();
create trigger lesson_thumbnails_deleted after delete on lesson_thumbnails
  referencing old table as old_rows
  for each statement execute function track_thumbnail_files();

insert into stored_files (name, unreferenced_since)
select file, null::timestamptz from attachments
union all select thumb, null from attachments where thumb is not null
union all select file, null::timestamptz from lesson_thumbnails;

-- What a file carries beside pictures and sound. New videos lose it before they are stored; those that were
-- stored before are cleaned by a job, some at a time.
alter table stored_files add column metadata text not null default 'removed'
  check (metadata in ('present', 'removed', 'unreadable'));

update stored_files set metadata = 'present' where name ~ '\.(mp4|mov|webm)$';

create index stored_files_to_clean on stored_files (name)
  where metadata = 'present' and unreferenced_since is null;

-- A server of the version before, still running, stores videos as they are and adds no row of its own.
create or replace function track_attachment_files() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update stored_files set unreferenced_since = now()
    where name in (select file from old_rows union all select thumb from old_rows);
  end if;
  if tg_op <> 'DELETE' then
    insert into stored_files (name, unreferenced_since, metadata)
    select file, null::timestamptz,
      case when file ~ '\.(mp4|mov|webm)$' then 'present' else 'removed' end
    from new_rows
    union all select thumb, null, 'removed' from new_rows where thumb is not null
    on conflict (name) do update set unreferenced_since = null;
  end if;
  return null;
end
$$;

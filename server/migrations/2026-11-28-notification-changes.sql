-- 0.1.0 had an earlier 2026-11-16-vocabulary.sql, which left notification_news and note_news() as they were
-- and kept a view for the servers before it. In every other database this changes nothing.
drop view if exists pupil_names;

do $$
begin
  if to_regclass('notification_news') is not null then
    alter table notification_news rename to notification_changes;
    alter function note_news() rename to record_notification_changes;
  end if;
end
$$;

create or replace function record_notification_changes() returns trigger language plpgsql as $$
begin
  -- The cleanup deletes only read notifications, which changes nobody's unread count.
  insert into notification_changes
  select distinct user_id from changed where tg_op <> 'DELETE' or read_at is null;
  return null;
end
$$;

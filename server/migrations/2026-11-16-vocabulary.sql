-- Rename tables to the words used everywhere else: student, not pupil; notification, not news.
alter table pupil_names rename to student_names;
alter index attendance_records_of_pupil rename to attendance_records_of_student;
alter index pupil_names_pkey rename to student_names_pkey;

alter table notification_news rename to notification_changes;
alter function note_news() rename to record_notification_changes;
create or replace function record_notification_changes() returns trigger language plpgsql as $$
begin
  -- The cleanup deletes only read notifications, which changes nobody's unread count.
  insert into notification_changes
  select distinct user_id from changed where tg_op <> 'DELETE' or read_at is null;
  return null;
end
$$;

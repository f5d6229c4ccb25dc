-- Uploaded pictures of users. A student's waits until it is approved; meanwhile users.avatar, which holds the URL
-- path of what others see, keeps the former one.
create table avatar_photos (
  id bigint generated always as identity primary key,
  -- Null for an Admin.
  school_id bigint references schools,
  user_id bigint not null references users,
  file text not null unique,
  is_approved boolean not null,
  created_at timestamptz not null default now(),
  unique (user_id, is_approved)
);

create trigger avatar_photos_inserted after insert on avatar_photos
  referencing new table as new_rows
  for each statement execute function track_thumbnail_files();
create trigger avatar_photos_deleted after delete on avatar_photos
  referencing old table as old_rows
  for each statement execute function track_thumbnail_files();

alter table notifications drop constraint notifications_type_check;
alter table notifications add constraint notifications_type_check check (type in (
  'post_pending', 'post_approved', 'post_rejected', 'post_withdrawn', 'post_restored', 'post_new',
  'post_reminder', 'like_agg', 'comment', 'comment_held', 'comment_reported', 'comment_hidden',
  'comment_restored', 'attendance_saved', 'attendance_corrected', 'child_absent', 'leave_note',
  'leave_decided', 'class_changed', 'password_reset', 'consent_withdrawn', 'request_filed',
  'request_answered', 'request_done', 'avatar_decided'));

alter table audit_log drop constraint audit_log_subject_check;
alter table audit_log add constraint audit_log_subject_check check (subject in (
  'school', 'class', 'account', 'students', 'teachers', 'lesson', 'school_year', 'substitute', 'post',
  'comment', 'comment_settings', 'attendance', 'student_report', 'audit_log', 'photo_consent',
  'data_request', 'card', 'second_factor', 'leave_note', 'avatar'));

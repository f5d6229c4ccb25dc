-- When the teachers of a class were last reminded of a week without an attendance sheet.
create table attendance_reminders (
  class_id bigint not null references classes on delete cascade,
  week smallint not null,
  reminded_at timestamptz not null default now(),
  primary key (class_id, week)
);

alter table notifications drop constraint notifications_type_check;
alter table notifications add constraint notifications_type_check check (type in (
  'post_pending', 'post_approved', 'post_rejected', 'post_withdrawn', 'post_restored', 'post_new',
  'post_reminder', 'like_agg', 'comment', 'comment_held', 'comment_reported', 'comment_hidden',
  'comment_restored', 'attendance_saved', 'attendance_corrected', 'attendance_reminder',
  'child_absent', 'leave_note', 'leave_decided', 'class_changed', 'password_reset',
  'consent_withdrawn', 'request_filed', 'request_answered', 'request_done',
  'avatar_decided'));

-- A Mod can withdraw an approved post, and restore it.
alter table posts
  drop constraint posts_status_check,
  drop constraint posts_check,
  add constraint posts_status_check check (status in ('pending', 'approved', 'rejected', 'withdrawn')),
  add constraint posts_reason_check check (status in ('rejected', 'withdrawn') or reason is null),
  -- When it last became pending: the age of a post that waits for a decision.
  add column submitted_at timestamptz;
update posts set submitted_at = created_at;
alter table posts
  alter column submitted_at set default now(),
  alter column submitted_at set not null;
drop index posts_pending;
create index posts_pending on posts (school_id, submitted_at, id) where status = 'pending';

alter table comments
  add column school_id bigint,
  -- A held comment waits for approval; of a hidden one, others see that there was one.
  add column status text not null default 'visible' check (status in ('visible', 'held', 'hidden')),
  add column held_for text[] check (held_for <@ '{link,phone,word,setting}'),
  -- Grows with every decision, so that nobody decides on what they have not seen.
  add column version integer not null default 1,
  add column reason text check (status = 'hidden' or reason is null),
  add column decided_by bigint references users,
  -- When it was first reported since the last decision; null without an open report.
  add column reported_at timestamptz;
update comments set school_id = (select school_id from posts where id = comments.post_id);
alter table comments
  alter column school_id set not null,
  add foreign key (school_id) references schools;
drop index comments_of_post;
create index comments_of_post on comments (post_id, id) include (status, user_id);
create index comments_held on comments (school_id, created_at, id) where status = 'held';
create index comments_reported on comments (school_id, reported_at, id) where reported_at is not null;
-- How often the comments of a user were approved or hidden.
create index comments_decided on comments (user_id, status) where decided_by is not null;

-- Everyone can report a comment once.
create table comment_reports (
  comment_id bigint not null references comments on delete cascade,
  user_id bigint not null references users,
  school_id bigint not null references schools,
  reason text not null check (length(reason) between 1 and 500),
  created_at timestamptz not null default now(),
  primary key (comment_id, user_id)
);

alter table schools
  add column comment_mode text not null default 'open' check (comment_mode in ('open', 'approval', 'off')),
  -- Comments with one of these words are held.
  add column held_words text[] not null default '{}';
-- Applies if it is stricter than the school's.
alter table classes
  add column comment_mode text not null default 'open' check (comment_mode in ('open', 'approval', 'off'));

-- What each Mod looks at, so that two do not decide on the same thing. Worth nothing after a crash.
create unlogged table moderation_presence (
  user_id bigint primary key references users,
  school_id bigint not null references schools,
  kind text not null check (kind in ('post', 'held', 'reported')),
  item_id bigint not null,
  seen_at timestamptz not null default now()
);
create index moderation_presence_of_school on moderation_presence (school_id, seen_at);

-- What a record said before each correction; the record has the current value.
create table attendance_corrections (
  id bigint generated always as identity primary key,
  school_id bigint not null references schools,
  sheet_id int not null,
  student_id int not null,
  was_present boolean not null,
  former_note text check (length(former_note) between 1 and 500),
  reason text not null check (length(reason) between 1 and 500),
  corrected_by bigint not null references users,
  corrected_at timestamptz not null default now(),
  foreign key (sheet_id, student_id) references attendance_records (sheet_id, student_id)
);
create index attendance_corrections_of_record on attendance_corrections (sheet_id, student_id, id);
create index attendance_corrections_of_student on attendance_corrections (student_id, sheet_id);
create trigger append_only before update or delete on attendance_corrections
  for each row execute function refuse_change();

-- Notifications with the same key are shown as one: the likes or comments of a post within five minutes,
-- and the classes that saved the sheet of a week.
alter table notifications add column group_key text collate "C";
update notifications set group_key = 'like:' || ref_id || ':' || extract(epoch from bucket)::bigint
where bucket is not null;
drop index notifications_of_likes, notifications_unread;
alter table notifications drop column bucket;
create unique index notifications_of_likes on notifications (user_id, ref_id, sender_id, group_key)
  where type = 'like_agg';
create index notifications_of_group on notifications (user_id, group_key, id) where group_key is not null;
create index notifications_unread on notifications (user_id, group_key) where read_at is null;
alter table notifications drop constraint notifications_type_check;
alter table notifications add constraint notifications_type_check check (type in (
  'post_pending', 'post_approved', 'post_rejected', 'post_withdrawn', 'post_restored', 'post_new',
  'like_agg', 'comment', 'comment_held', 'comment_reported', 'comment_hidden', 'comment_restored',
  'attendance_saved', 'attendance_corrected', 'child_absent', 'class_changed', 'password_reset'));

alter table audit_log drop constraint audit_log_action_check;
alter table audit_log add constraint audit_log_action_check check (action in (
  'created', 'changed', 'reset', 'unlocked', 'deleted', 'imported', 'exported', 'started', 'undone',
  'left', 'returned', 'approved', 'rejected', 'withdrawn', 'restored', 'hidden', 'corrected'));
alter table audit_log drop constraint audit_log_subject_check;
alter table audit_log add constraint audit_log_subject_check check (subject in (
  'school', 'class', 'account', 'students', 'teachers', 'lesson', 'school_year', 'substitute', 'post',
  'comment', 'comment_settings', 'attendance', 'student_report', 'audit_log'));
create index audit_log_of_day on audit_log (school_id, at, id);

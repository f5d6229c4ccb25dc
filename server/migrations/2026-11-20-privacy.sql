alter table users
  add column birth_date date check (birth_date >= '1900-01-01'),
  add column sex text check (sex in ('female', 'male')),
  -- When everything that names the user was removed; the row stays for the counts.
  add column erased_at timestamptz check (erased_at is null or deleted_at is not null);

-- Who allowed or refused photos of a student. Nothing is changed: the latest answer of each side counts.
create table photo_consents (
  id bigint generated always as identity primary key,
  school_id bigint not null references schools,
  student_id bigint not null references users,
  side text not null check (side in ('guardian', 'child')),
  decision text not null check (decision in ('given', 'refused')),
  evidence text not null check (evidence in ('paper', 'import', 'app')),
  -- The guardian's name on the form or of the account.
  guardian_name text check (length(guardian_name) between 1 and 200),
  decided_on date not null,
  recorded_by bigint not null references users,
  recorded_at timestamptz not null default now(),
  check (side = 'guardian' or guardian_name is null)
);
create index photo_consents_of_student on photo_consents (student_id, side, id);

-- What the author of a post with photos confirmed, and how many faces were blurred in each photo.
alter table posts add column photos_confirmed_at timestamptz;
alter table attachments add column blurred_faces smallint not null default 0 check (blurred_faces >= 0);

-- Requests by the law on personal data, with their clock.
create table data_requests (
  id bigint generated always as identity primary key,
  school_id bigint not null references schools,
  subject_id bigint not null references users,
  kind text not null check (kind in ('copy', 'correction', 'erasure', 'withdrawal')),
  status text not null default 'open' check (status in ('open', 'accepted', 'refused', 'done')),
  version integer not null default 1,
  -- The user who filed it; null if it came on paper and the office recorded it.
  requested_by bigint references users,
  requester_name text not null check (length(requester_name) between 1 and 200),
  details text check (length(details) between 1 and 2000),
  received_on date not null,
  -- The last days for the answer and for the result.
  answer_due date not null,
  result_due date not null,
  answer text check (length(answer) between 1 and 2000),
  answered_at timestamptz,
  answered_by bigint references users,
  result text check (length(result) between 1 and 2000),
  finished_at timestamptz,
  finished_by bigint references users,
  created_at timestamptz not null default now(),
  -- The next of these days; null once nothing is left to do.
  due_on date generated always as (
    case status when 'open' then answer_due when 'accepted' then result_due end) stored,
  check ((status = 'open') = (answered_at is null)),
  check ((status = 'done') = (finished_at is not null))
);
create index data_requests_of_school on data_requests (school_id, id);
create index data_requests_open on data_requests (due_on, id) where due_on is not null;
create index data_requests_open_of_school on data_requests (school_id, due_on, id) where due_on is not null;
create index data_requests_of_subject on data_requests (subject_id, id);
create index data_requests_of_requester on data_requests (requested_by, id);

-- What was erased, without a name: the certificate. A copy is kept with the files, so that a restore of an older
-- backup can be followed by the same erasures.
create table erasures (
  id bigint generated always as identity primary key,
  user_id bigint not null unique references users,
  school_id bigint references schools,
  request_id bigint references data_requests,
  -- Null if the term of keeping had ended.
  erased_by bigint references users,
  erased_at timestamptz not null default now(),
  -- What was removed and what stays without a name, counted by kind.
  removed jsonb not null,
  kept jsonb not null,
  -- The texts in which the name was replaced and the files that were removed: { mentions, files }.
  choices jsonb not null
);

-- A name that an erasure takes away is not kept as a former one, and is free again.
drop trigger keep_changed_names on users;
create trigger keep_changed_names after update of username, identifier_code on users for each row
  when (new.erased_at is null and (lower(old.username) <> lower(new.username)
    or old.identifier_code is distinct from new.identifier_code))
  execute function keep_changed_names();
drop trigger keep_name on users;
create trigger keep_name after update of first_name, last_name on users for each row
  when (new.erased_at is null
    and (old.first_name <> new.first_name or old.last_name <> new.last_name))
  execute function keep_user_name();

-- What a user wrote and liked: for a copy of their data, and for an erasure.
create index comments_of_user on comments (user_id);
create index comment_reports_of_user on comment_reports (user_id);
create index likes_of_user on likes (user_id);
-- Unread notifications expire, too.
drop index notifications_read;
create index notifications_by_age on notifications (created_at);

-- Only an erasure changes what is otherwise never changed.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op in ('UPDATE', 'DELETE') and current_setting('lop_xanh.erasing', true) = 'on' then
    return case when tg_op = 'DELETE' then old else new end;
  end if;
  raise exception 'what stands in % is never changed', tg_table_name;
end
$$;
create trigger append_only before update or delete on photo_consents
  for each row execute function refuse_change();
create trigger append_only before update or delete on erasures
  for each row execute function refuse_change();

alter table notifications drop constraint notifications_type_check;
alter table notifications add constraint notifications_type_check check (type in (
  'post_pending', 'post_approved', 'post_rejected', 'post_withdrawn', 'post_restored', 'post_new',
  'like_agg', 'comment', 'comment_held', 'comment_reported', 'comment_hidden', 'comment_restored',
  'attendance_saved', 'attendance_corrected', 'child_absent', 'class_changed', 'password_reset',
  'consent_withdrawn', 'request_filed', 'request_answered', 'request_done'));

alter table audit_log drop constraint audit_log_action_check;
alter table audit_log add constraint audit_log_action_check check (action in (
  'created', 'changed', 'reset', 'unlocked', 'deleted', 'imported', 'exported', 'started', 'undone',
  'left', 'returned', 'approved', 'rejected', 'withdrawn', 'restored', 'hidden', 'corrected',
  'answered', 'finished', 'erased'));
alter table audit_log drop constraint audit_log_subject_check;
alter table audit_log add constraint audit_log_subject_check check (subject in (
  'school', 'class', 'account', 'students', 'teachers', 'lesson', 'school_year', 'substitute', 'post',
  'comment', 'comment_settings', 'attendance', 'student_report', 'audit_log', 'photo_consent',
  'data_request'));

-- The feed asks whether comments are off in the school of a post.
create index schools_without_comments on schools (id) where comment_mode = 'off';

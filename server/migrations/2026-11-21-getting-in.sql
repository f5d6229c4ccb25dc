-- How a student logs in without a password: a card with a secret, of which only the SHA-256 is kept, and three
-- pictures. A revoked card keeps the row, so that the next card works with the same pictures.
create table cards (
  student_id bigint primary key references users,
  -- Null after it was revoked.
  secret_hash bytea unique check (octet_length(secret_hash) = 32),
  issued_at timestamptz not null default now(),
  issued_by bigint not null references users,
  -- The names of three pictures in their order, separated by spaces; null until the student chooses them.
  pictures text,
  wrong_tries smallint not null default 0,
  -- From the fifth wrong try until somebody unlocks it.
  locked_at timestamptz
);

alter table sessions
  -- How it was opened; the sessions of a card end with it.
  add column opened_by text not null default 'password' check (opened_by in ('password', 'card', 'passkey')),
  -- The browser and system, such as 'Chrome · Android', so that users recognize their devices.
  add column device text not null default '' check (length(device) <= 60),
  add column used_at timestamptz not null default now();

alter table users
  -- Since when the user has an authenticator app or a passkey.
  add column second_factor_at timestamptz,
  -- When a temporary password was issued: it expires. Null for a password that the user chose.
  add column password_issued_at timestamptz,
  -- The kinds of push messages that the user does not want.
  add column muted_kinds text[] not null default '{}';
update users set password_issued_at = now() where must_change_password;

-- The authenticator app of a user. A code is accepted once: its step must be later than the last one.
create table authenticators (
  user_id bigint primary key references users,
  secret bytea not null check (octet_length(secret) between 16 and 64),
  -- Null until the first code proves that the app has the secret.
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);

create table passkeys (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  credential_id bytea not null unique check (octet_length(credential_id) <= 1023),
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  -- The user's own name for it.
  name text not null check (length(name) between 1 and 60),
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index passkeys_of_user on passkeys (user_id);

-- Each opens a session once in place of a second factor. Only their hashes are kept.
create table recovery_codes (
  user_id bigint not null references users,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- What a passkey must sign, valid for a few minutes and once; a restart of PostgreSQL may forget it.
create unlogged table passkey_challenges (
  challenge text primary key,
  -- The user who adds a passkey; null at a login.
  user_id bigint,
  created_at timestamptz not null default now()
);
create index passkey_challenges_by_age on passkey_challenges (created_at);

-- Where to send push messages of a session; they end together.
create table push_subscriptions (
  id bigint generated always as identity primary key,
  session_id bigint not null unique references sessions (id) on delete cascade,
  user_id bigint not null references users,
  endpoint text not null unique check (length(endpoint) <= 2000),
  -- The browser's keys for the encryption, in base64url.
  p256dh text not null check (length(p256dh) <= 200),
  auth text not null check (length(auth) <= 100),
  created_at timestamptz not null default now(),
  -- Failures since the last success.
  failures smallint not null default 0
);
create index push_subscriptions_of_user on push_subscriptions (user_id);

-- The push messages to be sent, one for each notification and subscription.
create table push_queue (
  id bigint generated always as identity primary key,
  subscription_id bigint not null references push_subscriptions on delete cascade,
  notification_id bigint not null references notifications on delete cascade,
  created_at timestamptz not null default now(),
  -- Not before this moment; a server that sends it moves it on, so that no other one does.
  due_at timestamptz not null default now(),
  attempts smallint not null default 0,
  unique (notification_id, subscription_id)
);
create index push_queue_by_due on push_queue (due_at, id);
create index push_queue_of_subscription on push_queue (subscription_id);

create function queue_pushes() returns trigger language plpgsql as $$
begin
  insert into push_queue (subscription_id, notification_id)
  select subscription.id, created.id
  from created join push_subscriptions subscription on subscription.user_id = created.user_id
  where created.read_at is null;
  return null;
end
$$;
create trigger queue_pushes after insert on notifications
  referencing new table as created for each statement execute function queue_pushes();

-- A parent's note that a child will be absent, from the first to the last day.
create table leave_notes (
  id bigint generated always as identity primary key,
  school_id bigint not null references schools,
  student_id bigint not null references users,
  sent_by bigint not null references users,
  first_day date not null,
  last_day date not null,
  reason text not null check (length(reason) between 1 and 300),
  status text not null default 'sent' check (status in ('sent', 'accepted', 'refused', 'withdrawn')),
  decided_by bigint references users,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  check (last_day between first_day and first_day + 30),
  check ((status in ('accepted', 'refused')) = (decided_at is not null)),
  constraint one_leave_note_a_day exclude using gist (
    int8range(student_id, student_id, '[]') with &&, daterange(first_day, last_day, '[]') with &&
  ) where (status in ('sent', 'accepted'))
);
create index leave_notes_of_student on leave_notes (student_id, last_day);
create index leave_notes_of_sender on leave_notes (sent_by);

-- Whether an absence was excused ('có phép').
alter table attendance_records add column is_excused boolean not null default false,
  add check (not (is_present and is_excused));
alter table attendance_corrections add column was_excused boolean not null default false;

-- Who of a family has read a post, and since when.
create table post_reads (
  post_id bigint not null references posts on delete cascade,
  user_id bigint not null references users,
  read_at timestamptz not null default now(),
  primary key (post_id, user_id)
);
create index post_reads_of_user on post_reads (user_id);
-- When the families who had not read it were reminded; once.
alter table posts add column reminded_at timestamptz;

alter table notifications drop constraint notifications_type_check;
alter table notifications add constraint notifications_type_check check (type in (
  'post_pending', 'post_approved', 'post_rejected', 'post_withdrawn', 'post_restored', 'post_new',
  'post_reminder', 'like_agg', 'comment', 'comment_held', 'comment_reported', 'comment_hidden',
  'comment_restored', 'attendance_saved', 'attendance_corrected', 'child_absent', 'leave_note',
  'leave_decided', 'class_changed', 'password_reset', 'consent_withdrawn', 'request_filed',
  'request_answered', 'request_done'));

alter table audit_log drop constraint audit_log_action_check;
alter table audit_log add constraint audit_log_action_check check (action in (
  'created', 'changed', 'reset', 'unlocked', 'deleted', 'imported', 'exported', 'started', 'undone',
  'left', 'returned', 'approved', 'rejected', 'withdrawn', 'restored', 'hidden', 'corrected',
  'answered', 'finished', 'erased', 'linked', 'unlinked'));
alter table audit_log drop constraint audit_log_subject_check;
alter table audit_log add constraint audit_log_subject_check check (subject in (
  'school', 'class', 'account', 'students', 'teachers', 'lesson', 'school_year', 'substitute', 'post',
  'comment', 'comment_settings', 'attendance', 'student_report', 'audit_log', 'photo_consent',
  'data_request', 'card', 'second_factor', 'leave_note'));

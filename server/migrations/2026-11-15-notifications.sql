-- One row for each person who is told of something, in the transaction of the act itself.
create table notifications (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  type text not null check (type in ('post_pending', 'post_approved', 'post_rejected', 'post_new',
    'like_agg', 'comment', 'attendance_saved', 'class_changed', 'password_reset')),
  -- The post, class or user that it is about. It may be gone by now, so it is not a reference.
  ref_id bigint not null,
  sender_id bigint not null references users,
  -- The teacher's class of then, or the class that somebody came to.
  class_id bigint references classes,
  -- What the message names, as it was when the reader could read it: a post's title, a week, a class.
  about text,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  -- Likes of one post in the same five minutes of the clock are shown as one.
  bucket timestamptz generated always as (case when type = 'like_agg' then
    date_bin('5 minutes', created_at, timestamptz '1970-01-01 00:00:00+00') end) stored
);

create index notifications_of_user on notifications (user_id, id desc);
-- Whoever likes, takes it back and likes again is one of a group once.
create unique index notifications_of_likes on notifications (user_id, ref_id, bucket, sender_id)
  include (id) where bucket is not null;
create index notifications_unread on notifications (user_id, ref_id, bucket) where read_at is null;
create index notifications_read on notifications (created_at) where read_at is not null;

-- Whose notifications changed, until a server process has told all others. NOTIFY in the transaction of
-- each act would let commits wait for one another; after a crash nobody listens, so it need not last.
create unlogged table notification_news (
  user_id bigint not null
);

create function note_news() returns trigger language plpgsql as $$
begin
  -- What the sweep removes was read, and is nobody's news.
  insert into notification_news
  select distinct user_id from changed where tg_op <> 'DELETE' or read_at is null;
  return null;
end
$$;

create trigger note_new after insert on notifications
  referencing new table as changed for each statement execute function note_news();
create trigger note_read after update on notifications
  referencing new table as changed for each statement execute function note_news();
create trigger note_taken_back after delete on notifications
  referencing old table as changed for each statement execute function note_news();

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

-- Tells every server process whose notifications changed; 300 ids at a time fit into a payload.
create function tell_of_notifications() returns trigger language plpgsql as $$
begin
  perform pg_notify('notifications', string_agg(person.user_id::text, ','))
  from (
    select user_id, row_number() over () / 300 as part
    -- What the sweep removes was read, and is nobody's news.
    from (select distinct user_id from changed where tg_op <> 'DELETE' or read_at is null) as one
  ) person
  group by person.part;
  return null;
end
$$;

create trigger tell_of_new after insert on notifications
  referencing new table as changed for each statement execute function tell_of_notifications();
create trigger tell_of_read after update on notifications
  referencing new table as changed for each statement execute function tell_of_notifications();
create trigger tell_of_taken_back after delete on notifications
  referencing old table as changed for each statement execute function tell_of_notifications();

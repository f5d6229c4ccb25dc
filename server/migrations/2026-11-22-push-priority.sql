-- Messages about attendance go before all others: a parent learns of an absence at once, even while those of a post
-- to ten thousand families wait.
alter table push_queue add column is_urgent boolean not null default false;
update push_queue set is_urgent = true from notifications notification
where notification.id = notification_id
  and notification.type in ('child_absent', 'attendance_corrected', 'leave_note', 'leave_decided');

drop index push_queue_by_due;
create index push_queue_by_due on push_queue (is_urgent desc, due_at, id);

create or replace function queue_pushes() returns trigger language plpgsql as $$
begin
  insert into push_queue (subscription_id, notification_id, is_urgent)
  select subscription.id, created.id,
         created.type in ('child_absent', 'attendance_corrected', 'leave_note', 'leave_decided')
  from created join push_subscriptions subscription on subscription.user_id = created.user_id
  where created.read_at is null;
  return null;
end
$$;

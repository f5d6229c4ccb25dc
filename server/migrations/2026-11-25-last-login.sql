-- Without an index: every login writes it, and a school is sorted in memory faster than an index would be kept.
alter table users add column last_login_at timestamptz;

update users set last_login_at = login.last_at
from (
  select user_id, max(at) as last_at
  from (
    select user_id, used_at as at from login_devices
    union all
    select user_id, created_at from sessions
  ) known
  group by user_id
) login
where users.id = login.user_id;

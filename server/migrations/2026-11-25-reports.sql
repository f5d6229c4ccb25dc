-- Who logs in, for the Admin's plot; the others are staff. Sessions know the role of those who are still logged in.
alter table school_activity
  add column student_logins integer not null default 0,
  add column parent_logins integer not null default 0;
update school_activity activity
set student_logins = least(counted.students, logins),
    parent_logins = least(counted.parents, logins - least(counted.students, logins))
from (
  select "user".school_id, (session.created_at at time zone 'Asia/Ho_Chi_Minh')::date as day,
         count(*) filter (where "user".role = 'Student') as students,
         count(*) filter (where "user".role = 'Parent') as parents
  from sessions session
  join users "user" on "user".id = session.user_id
  group by 1, 2
) counted
where counted.school_id = activity.school_id and counted.day = activity.day;
alter table school_activity add constraint school_activity_logins_check
  check (student_logins >= 0 and parent_logins >= 0 and student_logins + parent_logins <= logins);

-- For the plot of all schools, and to delete what is old. Without the counts, which change with every login.
create index school_activity_of_day on school_activity (day);

-- With the moment, so that a report counts who took part in a period without reading what they wrote.
drop index likes_of_user;
create index likes_of_user on likes (user_id, created_at);
drop index comments_of_user;
create index comments_of_user on comments (user_id, created_at) include (status);

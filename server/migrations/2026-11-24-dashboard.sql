-- How much a school uses the app, one row per day of use in Vietnam: a count of thousands of sessions would take the
-- dashboard of all schools too long, and a logout deletes the session.
create table school_activity (
  school_id bigint not null references schools,
  day date not null,
  logins integer not null default 0,
  -- When somebody last logged in or used a session; a few minutes late.
  last_at timestamptz not null default now(),
  primary key (school_id, day)
);

insert into school_activity (school_id, day, logins, last_at)
select "user".school_id, (session.created_at at time zone 'Asia/Ho_Chi_Minh')::date, count(*), max(session.used_at)
from sessions session
join users "user" on "user".id = session.user_id
where "user".school_id is not null
group by 1, 2;

-- For the storage that the files of a school take.
create index attachments_of_school on attachments (school_id) include (bytes);

-- The class as well, so that the sheets of a week are counted without reading them.
drop index attendance_sheets_of_school;
create index attendance_sheets_of_school
  on attendance_sheets (school_id, school_year, week) include (present, total, class_id);
create index classes_deleted on classes (id) where deleted_at is not null;

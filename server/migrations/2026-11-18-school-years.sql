-- A class exists in one school year, and people belong to it from one moment until another. Who is in which
-- class now, who was there before and what a report of the past shows all follow from these periods.

-- A school year runs from August to July in Vietnam and is named by its first calendar year.
create function get_school_year(moment timestamptz) returns int language sql immutable as $$
  select extract(year from (moment at time zone interval '7 hours') - interval '7 months')::int
$$;
create function get_school_year_start(year int) returns timestamptz language sql immutable as $$
  select make_timestamp(year, 8, 1, 0, 0, 0) at time zone interval '7 hours'
$$;

create table school_years (
  school_id bigint not null references schools,
  year smallint not null check (year between 2000 and 2999),
  -- The first day of week 1.
  first_monday date not null check (extract(isodow from first_monday) = 1),
  version integer not null default 1,
  -- When and by whom a rollover started the year; null for the first year of a school.
  started_at timestamptz,
  started_by bigint references users,
  primary key (school_id, year)
);

-- The first Monday of September is that of the week with September 7.
create function add_first_school_year() returns trigger language plpgsql as $$
begin
  insert into school_years (school_id, year, first_monday)
  select id, year, date_trunc('week', make_date(year, 9, 7))::date
  from added, get_school_year(clock_timestamp()) as year;
  return null;
end
$$;
create trigger add_first_school_year after insert on schools
  referencing new table as added for each statement execute function add_first_school_year();

alter table classes
  add column year smallint,
  -- During this migration only: the class that a class of an earlier year was split from.
  add column origin_id bigint;

-- The names and grades that a class had until a moment, so that the past keeps them.
create table former_class_names (
  class_id bigint not null references classes,
  until timestamptz not null,
  name text not null,
  grade_id smallint not null references grades,
  primary key (class_id, until)
);
create function keep_class_name() returns trigger language plpgsql as $$
begin
  insert into former_class_names (class_id, until, name, grade_id)
  values (old.id, clock_timestamp(), old.name, old.grade_id)
  on conflict do nothing;
  return null;
end
$$;

-- The same for the names of a user.
create table former_user_names (
  user_id bigint not null references users on delete cascade,
  until timestamptz not null,
  first_name text not null,
  last_name text not null,
  primary key (user_id, until)
);
create function keep_user_name() returns trigger language plpgsql as $$
begin
  insert into former_user_names (user_id, until, first_name, last_name)
  values (old.id, clock_timestamp(), old.first_name, old.last_name)
  on conflict do nothing;
  return null;
end
$$;

create table memberships (
  id bigint generated always as identity primary key,
  school_id bigint not null,
  class_id bigint not null,
  user_id bigint not null references users,
  -- A student is enrolled; a teacher is assigned as the homeroom teacher, or stands in for one.
  kind text not null check (kind in ('student', 'homeroom', 'substitute')),
  started_at timestamptz not null,
  -- Null until it ends; a substitute's end is known from the start.
  ended_at timestamptz check (ended_at >= started_at),
  -- Null if it started or ended with a school year.
  started_by bigint references users,
  started_by_username text,
  ended_by bigint references users,
  ended_by_username text,
  check (kind <> 'substitute' or ended_at is not null),
  -- The range of one id compares ids for equality without an extension.
  constraint one_class_at_a_time exclude using gist (
    int8range(user_id, user_id, '[]') with &&, tstzrange(started_at, ended_at) with &&
  ) where (kind <> 'substitute'),
  constraint one_homeroom_teacher_at_a_time exclude using gist (
    int8range(class_id, class_id, '[]') with &&, tstzrange(started_at, ended_at) with &&
  ) where (kind = 'homeroom'),
  constraint one_substitute_at_a_time exclude using gist (
    int8range(class_id, class_id, '[]') with &&, tstzrange(started_at, ended_at) with &&
  ) where (kind = 'substitute')
);

-- What the histories told so far, each stay in a class as one row. Times that were recorded out of order, by
-- requests at the same moment or by a wrong clock, are put in order.
create temporary table stays on commit drop as
with entry as (
  select history.id, user_id, role, to_class_id as class_id, changed_by, changed_by_username,
         least(now(), max(changed_at) over (partition by user_id order by history.id)) as at
  from class_history history
), step as (
  select entry.*, lead(at) over own as next_at, lead(changed_by) over own as next_by,
         lead(changed_by_username) over own as next_by_username
  from entry window own as (partition by user_id order by id)
), known as (
  select user_id, class_id, case role when 'Student' then 'student' else 'homeroom' end as kind,
         at as started_at, next_at as ended_at, changed_by as started_by,
         changed_by_username as started_by_username, next_by as ended_by,
         next_by_username as ended_by_username
  from step where class_id is not null
), present as (
  select member.id as user_id, member.class_id, member.created_at,
         case member.role when 'Student' then 'student' else 'homeroom' end as kind,
         least(member.deleted_at, class.deleted_at) as ended_at
  from users member join classes class on class.id = member.class_id
)
select known.user_id, known.class_id, known.kind, known.started_at,
       case when present.class_id = known.class_id and known.ended_at is null
         then case when present.ended_at is not null then greatest(known.started_at, present.ended_at) end
         else coalesce(known.ended_at, greatest(known.started_at,
           least(member.deleted_at, class.deleted_at, now()))) end as ended_at,
       known.started_by, known.started_by_username, known.ended_by, known.ended_by_username
from known
join users member on member.id = known.user_id
join classes class on class.id = known.class_id
left join present on present.user_id = known.user_id
union all
-- A class without its record.
select present.user_id, present.class_id, present.kind,
       least(coalesce(last_step.at, present.created_at), present.ended_at), present.ended_at,
       null, null, null, null
from present
left join lateral (
  select case when step.class_id is null then step.at else now() end as at, step.class_id
  from step where step.user_id = present.user_id order by step.id desc limit 1
) last_step on true
where last_step.class_id is distinct from present.class_id;

-- Nobody was in two classes, and no class had two teachers, even if the recorded times overlap by an instant.
update stays set ended_at = greatest(stays.started_at, later.started_at)
from (
  select ctid as row_id, lead(started_at) over (partition by user_id order by started_at, ended_at) as started_at
  from stays
) later
where stays.ctid = later.row_id and coalesce(stays.ended_at, 'infinity') > later.started_at;
update stays set ended_at = greatest(stays.started_at, later.started_at)
from (
  select ctid as row_id, lead(started_at) over (partition by class_id order by started_at, ended_at) as started_at
  from stays where kind = 'homeroom'
) later
where stays.ctid = later.row_id and coalesce(stays.ended_at, 'infinity') > later.started_at;

-- The class that a post's author taught when it was written, as far as known.
alter table posts add column class_id bigint;
update posts set class_id = (
  select class_id from stays
  where kind = 'homeroom' and user_id = posts.author_id
    and started_at <= posts.created_at and (ended_at is null or posts.created_at < ended_at)
  order by started_at desc limit 1);

-- Each class goes on as the class of its last year; what belongs to an earlier year moves to a class of that year.
create temporary table stay_years on commit drop as
select stay.user_id, stay.class_id, stay.kind, year::smallint as year,
       greatest(stay.started_at, get_school_year_start(year)) as started_at,
       case when stay.ended_at is null and year = get_school_year(now()) then null
         else least(stay.ended_at, get_school_year_start(year + 1)) end as ended_at,
       case when stay.started_at >= get_school_year_start(year) then stay.started_by end as started_by,
       case when stay.started_at >= get_school_year_start(year) then stay.started_by_username end as started_by_username,
       case when stay.ended_at <= get_school_year_start(year + 1) then stay.ended_by end as ended_by,
       case when stay.ended_at <= get_school_year_start(year + 1) then stay.ended_by_username end as ended_by_username
from stays stay
cross join lateral generate_series(
  get_school_year(stay.started_at), get_school_year(coalesce(stay.ended_at, now()))) as year
where stay.ended_at is null or stay.ended_at > get_school_year_start(year) or stay.started_at = stay.ended_at;

create temporary table class_years on commit drop as
select class_id, year from stay_years
union
select class_id, school_year from attendance_sheets
union
select class_id, get_school_year(created_at) from posts where class_id is not null;

update classes set year = greatest(
  get_school_year(coalesce(deleted_at, now())),
  (select max(class_years.year) from class_years where class_id = classes.id));

insert into classes (school_id, grade_id, name, avatar, created_at, year, origin_id)
select class.school_id, class.grade_id, coalesce(former.name, class.name), class.avatar,
       get_school_year_start(class_year.year), class_year.year, class.id
from class_years class_year
join classes class on class.id = class_year.class_id and class.year > class_year.year
left join lateral (
  select case when to_class_id = class.id then to_class_name else from_class_name end as name
  from class_history
  where class.id in (from_class_id, to_class_id)
    and changed_at < get_school_year_start(class_year.year + 1)
  order by id desc limit 1
) former on true
order by class_year.year, class.id;

-- The names of the histories that are no longer the current ones.
insert into former_class_names (class_id, until, name, grade_id)
select id, until, name, grade_id from (
  select class.id, class.grade_id, class.name as current_name, mention.name,
         lead(mention.at, 1, now()) over mentions as until,
         lead(mention.name, 1, class.name) over mentions as next_name
  from classes class
  join lateral (
    select max(history.id) as id, changed_at as at,
           case when to_class_id = coalesce(class.origin_id, class.id)
             then to_class_name else from_class_name end as name
    from class_history history
    where coalesce(class.origin_id, class.id) in (from_class_id, to_class_id)
      and get_school_year(changed_at) = class.year
    group by 2, 3
  ) mention on true
  window mentions as (partition by class.id order by mention.at, mention.id)
) mention
where name <> next_name
on conflict do nothing;

insert into former_user_names (user_id, until, first_name, last_name)
select user_id, until, first_name, last_name from (
  select history.user_id, history.first_name, history.last_name,
         lead(history.changed_at, 1, now()) over own as until,
         lead(history.first_name, 1, member.first_name) over own as next_first_name,
         lead(history.last_name, 1, member.last_name) over own as next_last_name
  from class_history history join users member on member.id = history.user_id
  window own as (partition by history.user_id order by history.id)
) mention
where (first_name, last_name) <> (next_first_name, next_last_name)
on conflict do nothing;

update posts set class_id = class.id
from classes class
where class.origin_id = posts.class_id and class.year = get_school_year(posts.created_at);
-- The others go to the class that the author teaches now.
update posts set class_id = stay.class_id
from stays stay
where posts.class_id is null and stay.user_id = posts.author_id and stay.kind = 'homeroom'
  and stay.ended_at is null;
update attendance_sheets sheet set class_id = class.id
from classes class
where class.origin_id = sheet.class_id and class.year = sheet.school_year;

insert into memberships (school_id, class_id, user_id, kind, started_at, ended_at, started_by,
  started_by_username, ended_by, ended_by_username)
select class.school_id, class.id, stay.user_id, stay.kind, stay.started_at, stay.ended_at,
       stay.started_by, stay.started_by_username, stay.ended_by, stay.ended_by_username
from stay_years stay
join classes class
  on coalesce(class.origin_id, class.id) = stay.class_id and class.year = stay.year
order by stay.started_at, stay.user_id;

insert into school_years (school_id, year, first_monday)
select school_id, year, date_trunc('week', make_date(year, 9, 7))::date
from (
  select school_id, year from classes
  union
  select id, get_school_year(now()) from schools
) known;

drop table class_history;
alter table users drop column class_id;
alter table classes
  drop column origin_id,
  alter column year set not null,
  add foreign key (school_id, year) references school_years,
  add unique (school_id, id, year);
drop index classes_of_school;
create index classes_of_year on classes (school_id, year, grade_id, id) where deleted_at is null;

create trigger keep_name after update of name, grade_id on classes for each row
  when (old.name <> new.name or old.grade_id <> new.grade_id)
  execute function keep_class_name();
create trigger keep_name after update of first_name, last_name on users for each row
  when (old.first_name <> new.first_name or old.last_name <> new.last_name)
  execute function keep_user_name();

alter table attendance_sheets
  drop constraint attendance_sheets_school_id_class_id_fkey,
  add foreign key (school_id, class_id, school_year) references classes (school_id, id, year);

alter table memberships add foreign key (school_id, class_id) references classes (school_id, id);
create index memberships_current on memberships (user_id) include (class_id)
  where ended_at is null;
create index memberships_of_class on memberships (class_id, kind, ended_at) include (user_id);
create index memberships_of_substitute on memberships (user_id, ended_at) where kind = 'substitute';
create index memberships_of_user on memberships (user_id, started_at);
create index memberships_started on memberships (school_id, kind, started_at);
create index memberships_ended on memberships (school_id, kind, ended_at) where ended_at is not null;

-- Who is in which class now.
create view current_members as
  select user_id, class_id, kind from memberships where ended_at is null;

-- Each change of a user's class: where they came from and where they went.
create view class_transfers as
  select entered.id * 2 as id, entered.school_id, entered.user_id, entered.kind,
         former.class_id as from_class_id, entered.class_id as to_class_id,
         entered.started_at as changed_at, entered.started_by_username as changed_by_username
  from memberships entered
  left join memberships former
    on former.user_id = entered.user_id and former.kind = entered.kind
    and former.school_id = entered.school_id and former.ended_at = entered.started_at
    and former.started_at < entered.started_at
  where entered.kind <> 'substitute'
  union all
  select departed.id * 2 + 1, departed.school_id, departed.user_id, departed.kind,
         departed.class_id, null, departed.ended_at, departed.ended_by_username
  from memberships departed
  where departed.kind <> 'substitute' and departed.ended_at is not null and not exists (
    select from memberships next
    where next.user_id = departed.user_id and next.kind = departed.kind
      and next.school_id = departed.school_id and next.started_at = departed.ended_at
      and next.id <> departed.id);

alter table posts
  -- Set if the author stood in for the homeroom teacher.
  add column is_by_substitute boolean not null default false,
  add foreign key (school_id, class_id) references classes (school_id, id);
create index posts_of_class_approved on posts (class_id, id desc) where status = 'approved';

-- Why a student is no longer at the school. Kept when they come back.
create table departures (
  id bigint generated always as identity primary key,
  school_id bigint not null references schools,
  student_id bigint not null references users,
  left_on date not null,
  reason text not null check (reason in ('moved', 'graduated', 'other')),
  destination text check (length(destination) between 1 and 200),
  recorded_by bigint references users,
  recorded_at timestamptz not null default clock_timestamp(),
  -- Whether the student could log in until then.
  was_active boolean not null default true,
  returned_at timestamptz
);
create unique index departures_current on departures (student_id) where returned_at is null;
create index departures_of_school on departures (school_id, recorded_at);

-- The next school year while it is being prepared; kept after the start, so that an undone start loses nothing.
create table school_year_drafts (
  school_id bigint primary key references schools,
  year smallint not null,
  version integer not null default 1,
  plan jsonb not null,
  saved_by bigint references users,
  saved_at timestamptz not null default now()
);

-- Parents and children may belong to different schools once a child has moved.
alter table parents_children drop column school_id;
alter table parents_children
  add foreign key (parent_id) references users, add foreign key (student_id) references users;

-- Undoing the start of a year deletes its classes. Checking this reference would read all notifications.
alter table notifications drop constraint notifications_class_id_fkey;

alter table audit_log drop constraint audit_log_action_check;
alter table audit_log add constraint audit_log_action_check check (action in (
  'created', 'changed', 'reset', 'unlocked', 'deleted', 'imported', 'exported', 'started', 'undone',
  'left', 'returned'));
alter table audit_log drop constraint audit_log_subject_check;
alter table audit_log add constraint audit_log_subject_check check (subject in (
  'school', 'class', 'account', 'students', 'teachers', 'lesson', 'school_year', 'substitute'));

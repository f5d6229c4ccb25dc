create collation vietnamese (provider = icu, locale = 'vi');

create table grades (
  id smallint primary key,
  name text not null
);

insert into grades (id, name)
select number, 'Khối ' || number from generate_series(1, 5) as number;

create table schools (
  id bigint generated always as identity primary key,
  school_name text not null check (length(school_name) between 1 and 200),
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);

create table classes (
  id bigint generated always as identity primary key,
  school_id bigint not null references schools,
  grade_id smallint not null references grades,
  name text not null check (length(name) between 1 and 100),
  avatar text,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  unique (school_id, id)
);

create index classes_of_school on classes (school_id, grade_id, id) where deleted_at is null;

create table users (
  id bigint generated always as identity primary key,
  school_id bigint references schools,
  -- The class that a Student attends or a Teacher teaches.
  class_id bigint,
  role text not null check (role in ('Admin', 'Mod', 'Teacher', 'Student', 'Parent')),
  status text not null default 'active' check (status in ('active', 'inactive')),
  username text not null check (username ~ '^[A-Za-z0-9._-]{3,100}$'),
  password_hash text not null,
  must_change_password boolean not null default false,
  first_name text not null,
  last_name text not null default '',
  identifier_code text,
  email text,
  phone text,
  parent_name text,
  avatar text,
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  check (role = 'Admin' or school_id is not null),
  check (class_id is null or role in ('Teacher', 'Student')),
  unique (school_id, id),
  foreign key (school_id, class_id) references classes (school_id, id)
);

create unique index users_username on users (lower(username)) where deleted_at is null;
create unique index users_identifier_code on users (identifier_code) where deleted_at is null;
create unique index users_teacher_of_class on users (class_id)
  where role = 'Teacher' and deleted_at is null;
create index users_of_class on users (class_id, role) where deleted_at is null;
create index users_of_school on users (school_id, role, id) where deleted_at is null;

create table parents_children (
  school_id bigint not null,
  parent_id bigint not null,
  student_id bigint not null,
  primary key (parent_id, student_id),
  foreign key (school_id, parent_id) references users (school_id, id),
  foreign key (school_id, student_id) references users (school_id, id)
);

create index parents_of_child on parents_children (student_id);

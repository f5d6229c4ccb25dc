-- One sheet per class, school year and week: the roll call as it was taken.
create table attendance_sheets (
  id bigint generated always as identity primary key,
  school_id bigint not null,
  class_id bigint not null,
  -- The first calendar year of the school year (August to July).
  school_year smallint not null,
  week smallint not null check (week between 1 and 35),
  date date not null,
  taken_by bigint not null references users,
  taken_at timestamptz not null default now(),
  unique (class_id, school_year, week),
  foreign key (school_id, class_id) references classes (school_id, id)
);

-- One sheet per class, school year and week: the roll call as it was taken. It is never changed.
create table attendance_sheets (
  id int generated always as identity primary key,
  school_id bigint not null,
  class_id bigint not null,
  -- The first calendar year of the school year (August to July).
  school_year smallint not null,
  week smallint not null check (week between 1 and 35),
  date date not null,
  taken_by bigint not null references users,
  taken_at timestamptz not null default now(),
  -- Counted when it is taken, so that a school's rates need none of its records.
  present smallint not null,
  total smallint not null,
  check (present between 0 and total),
  unique (class_id, school_year, week),
  foreign key (school_id, class_id) references classes (school_id, id)
);

create index attendance_sheets_of_school
  on attendance_sheets (school_id, school_year, week) include (present, total);

-- The names that a pupil has had on a sheet; a record tells by its number which one it was.
create table pupil_names (
  school_id int not null,
  student_id int not null references users,
  number smallint not null,
  full_name text not null,
  primary key (student_id, number)
);

-- One row per pupil and sheet, in narrow types without gaps: there will be tens of millions.
create table attendance_records (
  student_id int not null,
  sheet_id int not null references attendance_sheets,
  school_id int not null,
  name_number smallint not null,
  is_present boolean not null,
  note text check (length(note) between 1 and 500),
  primary key (sheet_id, student_id),
  foreign key (student_id, name_number) references pupil_names
);

create index attendance_records_of_pupil on attendance_records (student_id);

create table lessons (
  id bigint generated always as identity primary key,
  grade_id smallint not null references grades,
  title text not null check (length(title) between 1 and 200),
  -- Grows with every change, so that an Admin changes what they saw.
  version integer not null default 1,
  updated_at timestamptz not null default now()
);

create index lessons_of_grade on lessons (grade_id, id);

-- Pictures that were uploaded; several weeks may show the same one.
create table lesson_thumbnails (
  -- Its name in the storage.
  file text primary key,
  uploaded_at timestamptz not null default now()
);

create table lesson_weeks (
  lesson_id bigint not null references lessons on delete cascade,
  -- The order of the form: a week may stand there several times.
  position smallint not null,
  week smallint not null check (week between 1 and 35),
  title text not null check (length(title) between 1 and 200),
  summary text not null check (length(summary) between 1 and 5000),
  -- In the form that a frame can show.
  slide text,
  status text not null check (status in ('active', 'inactive')),
  thumbnail text references lesson_thumbnails,
  outline text[] not null,
  supplies text[] not null,
  primary key (lesson_id, position)
);

create index lesson_weeks_of_thumbnail on lesson_weeks (thumbnail) where thumbnail is not null;

-- What a school imported the columns of its lists as, by heading in small letters without marks, so that the next list
-- needs no questions. Null: the column was left out.
create table import_columns (
  school_id bigint not null references schools,
  heading text not null,
  field text,
  primary key (school_id, heading)
);

-- An import of students that runs after its request. It holds counts only: no file, no names, no passwords.
create table import_jobs (
  id bigint generated always as identity primary key,
  school_id bigint not null references schools,
  started_by bigint references users,
  state text not null default 'running' check (state in ('running', 'done', 'failed')),
  total integer not null,
  done integer not null default 0,
  result jsonb,
  started_at timestamptz not null default now(),
  -- When the server that runs it last said so.
  beat_at timestamptz not null default now(),
  finished_at timestamptz
);
create unique index import_jobs_running on import_jobs (school_id) where state = 'running';
create index import_jobs_of_school on import_jobs (school_id, id);
create index import_jobs_started_by on import_jobs (started_by);

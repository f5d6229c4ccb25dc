-- The backups that the server made by itself, good and failed. A row without finished_at is still running, or its
-- server was killed.
create table backups (
  id bigint generated always as identity primary key,
  target text not null,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  -- Bytes of everything that the backup needs, of which it wrote some: the rest was in earlier ones.
  size bigint,
  written bigint,
  files integer,
  error text
);

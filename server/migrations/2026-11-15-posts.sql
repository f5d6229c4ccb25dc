-- One row: what all servers of an installation must share.
create table secrets (
  name text primary key,
  value bytea not null
);

create table posts (
  id bigint generated always as identity primary key,
  school_id bigint not null,
  author_id bigint not null,
  title text not null check (length(title) between 1 and 200),
  content text not null check (length(content) between 1 and 20000),
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  -- Grows with every edit and decision, so that a moderator decides on what they saw.
  version integer not null default 1,
  reason text check (status = 'rejected' or reason is null),
  decided_by bigint references users,
  created_at timestamptz not null default now(),
  foreign key (school_id, author_id) references users (school_id, id)
);

create index posts_of_school on posts (school_id, id desc);
create index posts_of_school_approved on posts (school_id, id desc) where status = 'approved';
create index posts_of_author on posts (author_id, id desc);
create index posts_pending on posts (school_id, id) where status = 'pending';

create table attachments (
  id bigint generated always as identity primary key,
  school_id bigint not null references schools,
  post_id bigint not null references posts on delete cascade,
  position smallint not null,
  -- Names in the storage: of the file as it is shown, and of its card size.
  file text not null unique,
  thumb text unique,
  mime text not null,
  filename text not null,
  bytes bigint not null,
  width integer,
  height integer
);

create index attachments_of_post on attachments (post_id, position);

create table likes (
  post_id bigint not null references posts on delete cascade,
  user_id bigint not null references users,
  created_at timestamptz not null default now(),
  primary key (post_id, user_id)
);

create table comments (
  id bigint generated always as identity primary key,
  post_id bigint not null references posts on delete cascade,
  user_id bigint not null references users,
  text text not null check (length(text) between 1 and 2000),
  created_at timestamptz not null default now()
);

create index comments_of_post on comments (post_id, id);

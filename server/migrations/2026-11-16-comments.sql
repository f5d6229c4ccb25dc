-- When somebody commented lately: what is counted for the limit of comments. One row for each user, so
-- that comments sent at once wait for one another and are counted exactly.
create table comment_times (
  user_id bigint primary key references users on delete cascade,
  recent timestamptz[] not null
);

-- The language that a user chose for the screen; null until they choose one.
alter table users add column language text check (language in ('default', 'vi', 'en'));

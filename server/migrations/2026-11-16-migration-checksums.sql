-- The SHA-256 of the migration's file; the migrator fills it in.
alter table migrations add column checksum text;

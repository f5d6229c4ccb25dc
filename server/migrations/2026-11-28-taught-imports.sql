-- The kinds that came with an import, so that it can be undone.
alter table taught_kinds add column is_imported boolean not null default false;

create index taught_photos_waiting on taught_photos (school_id, kind_id) where approved_at is null;

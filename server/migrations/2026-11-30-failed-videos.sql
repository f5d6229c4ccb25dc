-- When the job last failed to clean a stored video, so that those that fail do not stay before the others.
alter table stored_files add column cleaning_failed_at timestamptz;

drop index stored_files_to_clean;
create index stored_files_to_clean on stored_files (cleaning_failed_at nulls first, name)
  where metadata = 'present' and unreferenced_since is null;

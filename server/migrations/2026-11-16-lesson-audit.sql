alter table audit_log drop constraint audit_log_subject_check;
alter table audit_log add constraint audit_log_subject_check
  check (subject in ('school', 'class', 'account', 'students', 'teachers', 'lesson'));

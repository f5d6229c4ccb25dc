-- What one user has commented, newest first.
create index comments_of_user_by_id on comments (user_id, id);

alter table audit_log drop constraint audit_log_action_check;
alter table audit_log add constraint audit_log_action_check check (action in (
  'created', 'changed', 'reset', 'unlocked', 'deleted', 'imported', 'exported', 'started', 'undone',
  'left', 'returned', 'approved', 'rejected', 'withdrawn', 'restored', 'hidden', 'corrected',
  'answered', 'finished', 'ended', 'erased', 'linked', 'unlinked'));
alter table audit_log drop constraint audit_log_subject_check;
alter table audit_log add constraint audit_log_subject_check check (subject in (
  'school', 'class', 'account', 'students', 'teachers', 'lesson', 'school_year', 'substitute', 'post',
  'comment', 'comment_settings', 'attendance', 'student_report', 'audit_log', 'photo_consent',
  'data_request', 'card', 'second_factor', 'session', 'leave_note', 'avatar', 'scanner'));

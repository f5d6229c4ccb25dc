-- What the start of a school year replaces, so that undoing it restores everything.
alter table memberships
  -- The end of a substitution that the start of a school year ended early.
  add column planned_end timestamptz check (planned_end is null or kind = 'substitute');
alter table departures
  -- Whether the student could log in until then.
  add column was_active boolean not null default true;

-- Undoing the start of a year deletes its classes. Checking this reference would read all notifications.
alter table notifications drop constraint notifications_class_id_fkey;

import type { AuditEntry } from '@lop-xanh/contract/audit';
import type { Role } from '@lop-xanh/contract/rules/roles';
import { historyPath, lessonPath, paths, personPath, postPath } from '../../lib/paths.ts';

/** The page of what an entry is about, if there still is one and the user may open it. */
export function getEntryPath(
  entry: AuditEntry,
  canOpenPerson: (role: Role) => boolean,
): string | undefined {
  const { action, subject, subject_id: id, subject_role: role, school_id, details } = entry;
  const school = school_id === null ? '' : `school=${school_id}`;
  const classPath = (classId: unknown) =>
    typeof classId === 'number' ? `${paths.classes}?class=${classId}&${school}` : undefined;
  const pathOfPerson = (personRole: Role) =>
    id && canOpenPerson(personRole) ? personPath(id) : undefined;
  if (subject === 'account') {
    if (!id || !role) return undefined;
    // The histories keep a deleted account.
    return action === 'deleted' ? historyPath({ id, role, school_id }) : pathOfPerson(role);
  }
  if (subject === 'substitute') return classPath(details.class_id);
  if (action === 'deleted') return undefined;
  switch (subject) {
    case 'post':
      return id ? postPath(id) : undefined;
    case 'comment':
      return typeof details.post_id === 'number' ? postPath(details.post_id) : undefined;
    case 'class':
    case 'attendance':
    case 'comment_settings':
      return classPath(id);
    case 'avatar':
    case 'card':
    case 'leave_note':
    case 'photo_consent':
      return pathOfPerson('Student');
    case 'student_report':
      return `${paths.studentHistory}?student=${id}&view=report&${school}`;
    case 'lesson':
      return lessonEntryPath(entry);
    case 'school_year':
      return `${paths.schoolYear}?${school}`;
    case 'school':
      return `${paths.accounts}?${school}`;
    case 'students':
    case 'teachers':
      return `${paths.accounts}?tab=${subject}&${school}`;
    case 'data_request':
      return paths.privacy;
    case 'scanner':
      return `${paths.teach}?${school}`;
    case 'audit_log':
      return undefined;
    case 'second_factor':
    case 'session':
      return role ? pathOfPerson(role) : undefined;
  }
}

/** A week that the entry names; a lesson has no page of its own. */
function lessonEntryPath({ subject_id: id, details }: AuditEntry): string {
  const { content = [] } = (details.new ?? {}) as { content?: { week: number }[] };
  const [first] = content;
  return id && first ? lessonPath(id, first.week) : paths.lessonsManagement;
}

import type { Role } from '@lop-xanh/contract/rules/roles';

/** The path of every page. */
export const paths = {
  login: '/login',
  card: '/card',
  home: '/',
  lessons: '/lessons',
  lesson: '/lessons/:lessonId/week/:week',
  classes: '/classes',
  classReport: '/classes/:id/report',
  cards: '/cards',
  activities: '/activities',
  scan: '/scan-app/scan',
  teach: '/teach',
  help: '/help',
  training: '/training',
  settings: '/settings',
  post: '/posts/:id',
  notifications: '/notifications',
  profile: '/profile',
  memories: '/memories',
  admin: '/admin',
  accounts: '/admin/accounts',
  lessonsManagement: '/admin/lessons',
  newLesson: '/admin/lessons/new',
  editLesson: '/admin/lessons/:id/edit',
  person: '/admin/people/:id',
  studentHistory: '/admin/student-history',
  teacherHistory: '/admin/teacher-history',
  audit: '/admin/audit',
  schoolOverview: '/admin/overview',
  attendanceOverview: '/admin/attendance',
  reports: '/admin/reports',
  schoolYear: '/admin/school-year',
  studentImport: '/admin/import',
  moderation: '/admin/moderation',
  privacy: '/admin/privacy',
} as const;

export function isAdminPath(path: string): boolean {
  return path === paths.admin || path.startsWith(`${paths.admin}/`);
}

export function postPath(id: number): string {
  return paths.post.replace(':id', String(id));
}

export function personPath(id: number): string {
  return paths.person.replace(':id', String(id));
}

export function classReportPath(id: number): string {
  return paths.classReport.replace(':id', String(id));
}

export function lessonPath(lessonId: number, week: number): string {
  return paths.lesson.replace(':lessonId', String(lessonId)).replace(':week', String(week));
}

export function editLessonPath(id: number): string {
  return paths.editLesson.replace(':id', String(id));
}

/** A new lesson with the weeks of this one. */
export function copyLessonPath(id: number): string {
  return `${paths.newLesson}?copy=${id}`;
}

/** Only teachers and students have a class history. */
export function historyPath({ id, role, school_id }: HistorySubject): string | undefined {
  const school = school_id === null ? '' : `&school=${school_id}`;
  if (role === 'Student') return `${paths.studentHistory}?student=${id}${school}`;
  return role === 'Teacher' ? `${paths.teacherHistory}?teacher=${id}${school}` : undefined;
}

interface HistorySubject {
  id: number;
  role: Role;
  school_id: number | null;
}

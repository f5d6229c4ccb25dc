import type { Role } from '@lop-xanh/contract/rules/roles';
import type { Page } from '@playwright/test';
import { groups } from './hostile-posts.ts';
import { type HostileSchool, written } from './hostile-school.ts';
import { hostileTexts } from './hostile-texts.ts';

interface Screen {
  path: string;
  shows: readonly string[];
  /** A dialog that is opened there, and what it shows. */
  dialog?: { open: (page: Page) => Promise<void>; shows: readonly string[] };
}

const edit = async (page: Page) => {
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Sửa .*</ })
    .first()
    .click();
};

/** A file whose name and cells are hostile; ten rows of it are shown. */
const table = {
  name: `${hostileTexts.find((text) => !text.includes('/'))}.csv`,
  mimeType: 'text/csv',
  buffer: Buffer.from(['Tên đăng nhập,Tên,Email', ...hostileTexts.map(lineOf)].join('\n')),
};
function lineOf(text: string, at: number): string {
  return `student.${at},"${text.replaceAll('"', '""')}",student@example.vn`;
}

const importTable = async (page: Page) => {
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles(table);
};

/** Every screen with a text on it, but for those of posts, and what stands there alone. */
export function screensOf(
  role: Role,
  { id, classId, studentId, lesson, rejectedPost }: HostileSchool,
): Screen[] {
  const [className, week, note] = [written.className, written.week, written.note].map(
    ([first]) => first as string,
  ) as [string, string, string];
  const inSchool = role === 'Admin' ? `school=${id}&` : '';
  const ofAll: Screen[] = [
    { path: '/lessons?grade=3', shows: [week] },
    {
      path: `/lessons/${lesson.id}/week/${lesson.week}`,
      shows: [
        week,
        written.lesson[0] as string,
        written.grade,
        written.summary,
        ...written.outline,
        ...written.supplies,
      ],
    },
  ];
  const ofMembers: Screen[] = [
    { path: '/profile', shows: [written.school[0] as string, written.email, written.phone] },
    { path: '/notifications', shows: groups[10] as string[] },
  ];
  const ofFamily: Screen[] = [
    { path: '/classes', shows: [className, written.note.at(-1) as string] },
  ];
  const ofStaff: Screen[] = [
    {
      path: `/classes?class=${classId}&week=1`,
      shows: [...(role === 'Mod' ? written.className : [className]), note, written.nameThen],
    },
    { path: `/classes?class=${classId}&view=year`, shows: [written.nameThen] },
    { path: `/posts/${rejectedPost}`, shows: role === 'Admin' ? [] : [written.reason] },
  ];
  const ofTeaching: Screen[] = [
    { path: '/activities?grade=3', shows: [...written.outline, ...written.supplies] },
  ];
  const history = '/admin/student-history';
  const students: Screen = {
    path: `/admin/accounts?${inSchool}tab=students`,
    shows: [className, written.parent],
  };
  const ofManagers: Screen[] = [
    { path: `/admin/accounts?${inSchool}tab=teachers`, shows: [written.email] },
    { path: `/admin/accounts?${inSchool}tab=classes`, shows: ['class: <'] },
    { ...students, dialog: { open: edit, shows: [written.email, written.phone, written.parent] } },
    {
      ...students,
      dialog: { open: importTable, shows: [table.name, ...hostileTexts.slice(0, 10)] },
    },
    { path: `${history}?${inSchool}`, shows: [written.left, written.changedBy] },
    { path: `${history}?${inSchool}student=${studentId}&tab=attendance`, shows: written.note },
    {
      path: `${history}?${inSchool}student=${studentId}&view=report`,
      shows: [...written.note, written.left, written.parent],
    },
    { path: `/admin/teacher-history?${inSchool}`, shows: [written.left, written.changedBy] },
  ];
  const ofAdmin: Screen[] = [
    {
      path: `/admin/accounts?${inSchool}tab=moderators`,
      shows: [...written.school, written.phone],
    },
    {
      path: `/admin/audit?${inSchool}`,
      shows: [written.actor, written.subject, written.before],
    },
    {
      path: '/admin/lessons',
      shows: [written.lesson[0] as string],
      dialog: { open: edit, shows: [written.lesson[0] as string] },
    },
  ];
  switch (role) {
    case 'Student':
    case 'Parent':
      return [...ofMembers, ...ofAll, ...ofFamily];
    case 'Teacher':
      return [...ofMembers, ...ofAll, ...ofStaff, ...ofTeaching];
    case 'Mod':
      return [...ofMembers, ...ofAll, ...ofStaff, ...ofTeaching, ...ofManagers];
    case 'Admin':
      return [...ofAll, ...ofStaff, ...ofManagers, ...ofAdmin];
  }
}

import type { Role } from '@lop-xanh/contract/rules/roles';
import type { Page } from '@playwright/test';
import { textGroups } from './hostile-posts.ts';
import { type HostileSchool, hostileFields } from './hostile-school.ts';
import { hostileTexts } from './hostile-texts.ts';

interface Screen {
  path: string;
  shows: readonly string[];
  /** A dialog to open there, and the texts it must show. */
  dialog?: { open: (page: Page) => Promise<void>; shows: readonly string[] };
}

const openEditor = async (page: Page) => {
  const main = page.getByRole('main');
  const name = /^Sửa .*</;
  await main.getByRole('button', { name }).or(main.getByRole('link', { name })).first().click();
};

/** A file with a hostile name and hostile cells; the dialog shows ten rows. */
const table = {
  name: `${hostileTexts.find((text) => !text.includes('/'))}.csv`,
  mimeType: 'text/csv',
  buffer: Buffer.from(['Tên đăng nhập,Tên,Email', ...hostileTexts.map(toLine)].join('\n')),
};
function toLine(text: string, index: number): string {
  return `student.${index},"${text.replaceAll('"', '""')}",student@example.vn`;
}

const importTable = async (page: Page) => {
  await page.getByRole('button', { name: 'Nhập', exact: true }).click();
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles(table);
};

/** Every screen with user-written text, except the feed, and the texts it must show. */
export function listHostileScreens(
  role: Role,
  { id, classId, studentId, lesson, rejectedPost }: HostileSchool,
): Screen[] {
  const [className, week, note] = [
    hostileFields.className,
    hostileFields.week,
    hostileFields.note,
  ].map(([first]) => first as string) as [string, string, string];
  const inSchool = role === 'Admin' ? `school=${id}&` : '';
  const forAll: Screen[] = [
    { path: '/lessons?grade=3', shows: [week] },
    {
      path: `/lessons/${lesson.id}/week/${lesson.week}`,
      shows: [
        week,
        hostileFields.lesson[0] as string,
        hostileFields.grade,
        hostileFields.summary,
        ...hostileFields.outline,
        ...hostileFields.supplies,
      ],
    },
  ];
  const forMembers: Screen[] = [
    {
      path: '/profile',
      shows: [hostileFields.school[0] as string, hostileFields.email, hostileFields.phone],
    },
    { path: '/notifications', shows: textGroups[10] as string[] },
  ];
  const forFamilies: Screen[] = [
    { path: '/classes', shows: [className, hostileFields.note.at(-1) as string] },
  ];
  const forStaff: Screen[] = [
    {
      path: `/classes?class=${classId}&week=1`,
      shows: [
        ...(role === 'Mod' ? hostileFields.className : [className]),
        note,
        hostileFields.sheetName,
      ],
    },
    { path: `/classes?class=${classId}&view=year`, shows: [hostileFields.sheetName] },
    { path: `/posts/${rejectedPost}`, shows: role === 'Admin' ? [] : [hostileFields.reason] },
  ];
  const forTeaching: Screen[] = [
    { path: '/activities?grade=3', shows: [...hostileFields.outline, ...hostileFields.supplies] },
  ];
  const history = '/admin/student-history';
  const students: Screen = {
    path: `/admin/accounts?${inSchool}tab=students`,
    shows: [className, hostileFields.parent],
  };
  const forManagers: Screen[] = [
    { path: `/admin/accounts?${inSchool}tab=teachers`, shows: [hostileFields.email] },
    { path: `/admin/accounts?${inSchool}tab=classes`, shows: ['class: <'] },
    {
      ...students,
      dialog: {
        open: openEditor,
        shows: [hostileFields.email, hostileFields.phone, hostileFields.parent],
      },
    },
    {
      path: `/admin/accounts?${inSchool}tab=teachers`,
      shows: [hostileFields.email],
      dialog: { open: importTable, shows: [table.name, ...hostileTexts.slice(0, 10)] },
    },
    { path: `${history}?${inSchool}`, shows: [hostileFields.left, hostileFields.changedBy] },
    {
      path: `${history}?${inSchool}student=${studentId}&tab=attendance`,
      shows: hostileFields.note,
    },
    {
      path: `${history}?${inSchool}student=${studentId}&view=report`,
      shows: [...hostileFields.note, hostileFields.left, hostileFields.parent],
    },
    { path: `/admin/school-year?${inSchool}`, shows: [className] },
    {
      path: `/admin/teacher-history?${inSchool}`,
      shows: [hostileFields.left, hostileFields.changedBy],
    },
  ];
  const forAdmin: Screen[] = [
    {
      path: `/admin/accounts?${inSchool}tab=moderators`,
      shows: [...hostileFields.school, hostileFields.phone],
    },
    {
      path: `/admin/audit?${inSchool}subject=school`,
      shows: [hostileFields.actor, hostileFields.subject, hostileFields.before],
    },
    {
      path: '/admin/lessons',
      shows: [hostileFields.lesson[0] as string],
      dialog: { open: openEditor, shows: [hostileFields.lesson[0] as string] },
    },
  ];
  switch (role) {
    case 'Student':
    case 'Parent':
      return [...forMembers, ...forAll, ...forFamilies];
    case 'Teacher':
      return [...forMembers, ...forAll, ...forStaff, ...forTeaching];
    case 'Mod':
      return [...forMembers, ...forAll, ...forStaff, ...forTeaching, ...forManagers];
    case 'Admin':
      return [...forAll, ...forStaff, ...forManagers, ...forAdmin];
  }
}

import { t } from '@lingui/core/macro';
import type { Profile } from '@lop-xanh/contract/auth';
import type { ResponseOf } from '@lop-xanh/contract/endpoint';
import type { Role } from '@lop-xanh/contract/rules/roles';
import type { FoundClass, FoundLesson, FoundPerson, search } from '@lop-xanh/contract/search';
import { IconBook2, IconClipboardCheck, IconQrcode, IconUsers } from '@tabler/icons-react';
import { getRoleName } from '../../language/role-names.ts';
import { lessonPath, paths, personPath } from '../../lib/paths.ts';
import { classPath, type PaletteOption, type PaletteSection } from './options.ts';

/** What the server has found for this user. */
export function listFoundSections(
  { role }: Profile,
  { people, classes, lessons }: ResponseOf<typeof search.find>,
): PaletteSection[] {
  const isAdmin = role === 'Admin';
  const listPeople = (isListed: (role: Role) => boolean) =>
    people.filter((person) => isListed(person.role)).map((person) => toPerson(person, role));
  return [
    { title: t`Học sinh`, options: listPeople((found) => found === 'Student') },
    { title: t`Phụ huynh`, options: listPeople((found) => found === 'Parent') },
    {
      title: t`Giáo viên và nhà trường`,
      options: listPeople((found) => found !== 'Student' && found !== 'Parent'),
    },
    { title: t`Lớp`, options: classes.map((found) => toClass(found, isAdmin)) },
    { title: t`Bài giảng`, options: lessons.map(toLesson) },
    // An Admin's are on the page of the class.
    {
      title: t`Việc của lớp`,
      options: isAdmin ? [] : classes.slice(0, 1).flatMap(listClassTasks(role)),
    },
  ];
}

function toPerson(person: FoundPerson, role: Role): PaletteOption {
  const { id, full_name, class_name: className, identifier_code, username, phone } = person;
  const school = role === 'Admin' ? person.school_name : null;
  const ofClass = className === null ? null : t`Lớp ${className}`;
  const details: Record<'Student' | 'Parent' | 'staff', (string | null)[]> = {
    Student: [ofClass, identifier_code, describeParents(person), school],
    Parent: [describeChildren(person), phone, school],
    staff: [getRoleName(person.role), ofClass, username, school],
  };
  const kind = person.role === 'Student' || person.role === 'Parent' ? person.role : 'staff';
  return {
    key: `person${id}`,
    title: full_name,
    detail: details[kind].filter(Boolean).join(' · '),
    ...(person.status === 'inactive' && { badge: t`Ngừng dùng` }),
    user: person,
    target: findTarget(person, role),
  };
}

function describeParents({ relatives }: FoundPerson): string | null {
  const names = relatives.map(({ full_name }) => full_name).join(', ');
  return names && t`phụ huynh ${names}`;
}

function describeChildren({ relatives }: FoundPerson): string | null {
  const names = relatives
    .map(({ full_name, class_name }) => (class_name ? `${full_name} (${class_name})` : full_name))
    .join(', ');
  return names && t`Phụ huynh của ${names}`;
}

/** A Teacher opens the report of a student, the office the page of a person. */
function findTarget({ id, class_id }: FoundPerson, viewerRole: Role): string {
  if (viewerRole === 'Teacher') return `${classPath(class_id ?? 0)}&view=report&student=${id}`;
  return personPath(id);
}

function toClass(found: FoundClass, isAdmin: boolean): PaletteOption {
  const { id, name, school_id, school_name, teacher_full_name, student_count: count } = found;
  const details = [t`${count} học sinh`, teacher_full_name, isAdmin ? school_name : null];
  return {
    key: `class${id}`,
    title: t`Lớp ${name}`,
    detail: details.filter(Boolean).join(' · '),
    icon: IconUsers,
    target: isAdmin ? `${classPath(id)}&school=${school_id}` : classPath(id),
  };
}

/** What a teacher or Mod does with the best class. */
const listClassTasks =
  (role: Role) =>
  ({ id, name }: FoundClass): PaletteOption[] =>
    role === 'Teacher' || role === 'Mod'
      ? [
          {
            key: `sheet${id}`,
            title: t`Xem điểm danh lớp ${name}`,
            icon: IconClipboardCheck,
            target: classPath(id),
          },
          {
            key: `cards${id}`,
            title: t`In thẻ đăng nhập lớp ${name}`,
            icon: IconQrcode,
            target: `${paths.cards}?class=${id}`,
          },
        ]
      : [];

function toLesson(found: FoundLesson): PaletteOption {
  const { lesson_id, week, title, lesson_title, grade_name } = found;
  return {
    key: `lesson${lesson_id}.${week}`,
    title,
    detail: [grade_name, t`Tuần ${week}`, lesson_title].join(' · '),
    icon: IconBook2,
    target: lessonPath(lesson_id, week),
  };
}

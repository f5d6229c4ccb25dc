import type { I18n } from '@lingui/core';
import {
  type Destination,
  graduates,
  leaves,
  placeStudents,
} from '@lop-xanh/contract/rules/rollover';
import type { RolloverPlan } from '@lop-xanh/contract/years';
import { createWordingFinder } from '../../language/wordings.ts';
import type { TableFormat } from '../../tables/parse-table.ts';
import type { Table } from '../../tables/write-table.ts';
import type { StoredDraft } from './drafts.service.ts';

export type ColumnName =
  | 'role'
  | 'identifier_code'
  | 'username'
  | 'full_name'
  | 'old_class'
  | 'new_class';

export const headings: Record<ColumnName, string> = {
  role: 'Vai trò',
  identifier_code: 'Mã định danh',
  username: 'Tên đăng nhập',
  full_name: 'Họ và tên',
  old_class: 'Lớp cũ',
  new_class: 'Lớp mới',
};

const columns = Object.keys(headings) as ColumnName[];
const roles = { student: 'Học sinh', teacher: 'Giáo viên' };
const departures = { [graduates]: 'Ra trường', [leaves]: 'Rời đi' };

export const format: TableFormat<ColumnName> = {
  headings,
  findColumn: createWordingFinder(headings),
  exampleColumns: ['identifier_code', 'username', 'new_class'],
  classColumn: 'new_class',
  maxCellLength: 200,
};

/** Graduating or leaving, if the text says so in any language. */
export const findDeparture = createWordingFinder(departures);

/** The name of each new class, with its grade where another class has the same name. */
export function labelClasses({ classes }: RolloverPlan): Map<Destination, string> {
  const counts = new Map<string, number>();
  for (const { name } of classes) {
    counts.set(name.toLowerCase(), (counts.get(name.toLowerCase()) ?? 0) + 1);
  }
  return new Map(
    classes.map(({ key, name, grade_id }) => [
      key,
      counts.get(name.toLowerCase()) === 1 ? name : `${name} (${grade_id})`,
    ]),
  );
}

/** The students by their current class, those without one, then the teachers. */
export function toDraftTable(draft: StoredDraft, i18n: I18n): Table {
  return {
    title: i18n._({ id: 'sheet.school_year', message: 'Năm học mới' }),
    headings: columns.map((column) => i18n._(headings[column])),
    rows: listRows(draft, i18n).map((row) => columns.map((column) => row[column])),
  };
}

function listRows({ school, plan }: StoredDraft, i18n: I18n): Record<ColumnName, string>[] {
  const labels = labelClasses(plan);
  for (const [destination, text] of Object.entries(departures)) {
    labels.set(destination, i18n._(text));
  }
  const destinations = placeStudents(school, plan);
  const orderByClass = new Map(school.classes.map(({ id }, index) => [id, index]));
  const getOrder = (classId: number | null) =>
    orderByClass.get(classId ?? 0) ?? school.classes.length;
  const classById = new Map(school.classes.map((schoolClass) => [schoolClass.id, schoolClass]));
  const classByTeacher = new Map(school.classes.map(({ teacher_id, name }) => [teacher_id, name]));
  const keyByTeacher = new Map(plan.classes.map(({ teacher_id, key }) => [teacher_id, key]));
  const students = school.students
    .toSorted((a, b) => getOrder(a.class_id) - getOrder(b.class_id))
    .map(({ id, full_name, username, identifier_code, class_id }) => ({
      role: i18n._(roles.student),
      identifier_code: identifier_code ?? '',
      username,
      full_name,
      old_class: classById.get(class_id ?? 0)?.name ?? '',
      new_class: labels.get(destinations.get(id) ?? null) ?? '',
    }));
  const teachers = school.teachers.map(({ id, full_name, username }) => ({
    role: i18n._(roles.teacher),
    identifier_code: '',
    username,
    full_name,
    old_class: classByTeacher.get(id) ?? '',
    new_class: labels.get(keyByTeacher.get(id) ?? null) ?? '',
  }));
  return [...students, ...teachers];
}

/** Without an extension. */
export function getFileName(year: number, i18n: I18n): string {
  return i18n._('nam-hoc-{years}', { years: `${year}-${year + 1}` });
}

import type { SchoolClass } from '@lop-xanh/contract/classes';
import { compareByGivenName } from '@lop-xanh/contract/rules/names';

const orders: Record<string, (a: SchoolClass, b: SchoolClass) => number> = {
  teacher: (a, b) => compareByGivenName(a.teacher_full_name ?? '', b.teacher_full_name ?? ''),
  students: (a, b) => a.student_count - b.student_count,
};

/** By a column, after a minus in reverse; by default by grade and name, as they come. */
export function sortClasses(list: readonly SchoolClass[], by: string): SchoolClass[] {
  const order = orders[by.replace('-', '')];
  const sorted = order ? list.toSorted(order) : list;
  return by.startsWith('-') ? sorted.toReversed() : [...sorted];
}

import { t } from '@lingui/core/macro';
import { formatDay } from '@lop-xanh/contract/rules/dates';
import { type Destination, placeStudents } from '@lop-xanh/contract/rules/rollover';
import type { RolloverPlan, RolloverSchool } from '@lop-xanh/contract/years';
import type { NewClass } from './plan-edits.ts';
import { describeDestination } from './plan-texts.ts';

/** Names what somebody decided between two states of a plan, so that they can decide it again. */
export function describeChanges(
  school: RolloverSchool,
  before: RolloverPlan,
  after: RolloverPlan,
): string[] {
  const day = formatDay(after.first_monday);
  return [
    ...(before.first_monday === after.first_monday ? [] : [t`Tuần 1 từ ${day}`]),
    ...describeClasses(school, before, after),
    ...describeSuccessors(school, before, after),
    ...describeMoves(school, before, after),
  ];
}

function describeClasses(school: RolloverSchool, before: RolloverPlan, after: RolloverPlan) {
  const former = new Map(before.classes.map((newClass) => [newClass.key, newClass]));
  const kept = new Set(after.classes.map(({ key }) => key));
  const deleted = before.classes.filter(({ key }) => !kept.has(key));
  return [
    ...deleted.map(({ name }) => t`Xóa lớp ${name}`),
    ...after.classes.flatMap((newClass) =>
      describeClass(school, former.get(newClass.key), newClass),
    ),
  ];
}

function describeClass(
  school: RolloverSchool,
  former: NewClass | undefined,
  { name, teacher_id, isWithoutTeacher }: NewClass,
): string[] {
  const changes: string[] = [];
  const oldName = former?.name;
  if (oldName === undefined) changes.push(t`Thêm lớp ${name}`);
  else if (oldName !== name) changes.push(t`Đổi tên lớp ${oldName} thành ${name}`);
  const teacher = school.teachers.find(({ id }) => id === teacher_id)?.full_name;
  if (teacher !== undefined && former?.teacher_id !== teacher_id) {
    changes.push(t`Chủ nhiệm ${name}: ${teacher}`);
  }
  if (isWithoutTeacher && !former?.isWithoutTeacher) changes.push(t`Chủ nhiệm ${name}: để trống`);
  return changes;
}

function describeSuccessors(school: RolloverSchool, before: RolloverPlan, after: RolloverPlan) {
  const former = new Map(before.successors.map(({ class_id, to }) => [class_id, to]));
  const names = new Map(school.classes.map(({ id, name }) => [id, name]));
  return after.successors
    .filter(({ class_id, to }) => (former.get(class_id) ?? null) !== to)
    .map(({ class_id, to }) => `${names.get(class_id)} → ${describeDestination(to, after)}`);
}

/** The students who were moved one by one, by where they go. */
function describeMoves(school: RolloverSchool, before: RolloverPlan, after: RolloverPlan) {
  const [former, decided] = [before, after].map(
    ({ students }) => new Map(students.map(({ student_id, to }) => [student_id, to])),
  ) as [Map<number, Destination>, Map<number, Destination>];
  const places = placeStudents(school, after);
  const namesByPlace = new Map<Destination, string[]>();
  for (const { id, full_name } of school.students) {
    if (former.get(id) === decided.get(id)) continue;
    const place = places.get(id) ?? null;
    namesByPlace.set(place, [...(namesByPlace.get(place) ?? []), full_name]);
  }
  return [...namesByPlace].map(
    ([place, names]) => `${listNames(names)} → ${describeDestination(place, after)}`,
  );
}

/** The first names of a long list, and how many more there are. */
export function listNames(names: readonly string[], maxNames = 5): string {
  const shown = names.slice(0, maxNames).join(', ');
  const more = names.length - maxNames;
  return more > 0 ? t`${shown} và ${more} em khác` : shown;
}

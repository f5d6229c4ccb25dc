import type { SchoolClass } from '@lop-xanh/contract/classes';
import type { Db } from '../../database/database.ts';
import { AppError, fieldError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';
import { writeAuditEntries } from '../audit/audit.service.ts';
import { isInOwnSchool, requireSchoolId } from '../schools/own-school.service.ts';
import { lockSchoolOf, lockSchools } from '../schools/schools.service.ts';
import { listClasses } from './classes.queries.ts';
import {
  findClassToEdit,
  findTeacher,
  hasGrade,
  insertClass,
  listMembers,
  softDeleteClass,
  updateClass,
} from './manage-classes.queries.ts';
import { assignClasses } from './memberships.service.ts';
import { endSubstitutionsOfClass } from './substitutes.queries.ts';

/** By id or username; null means no teacher, undefined keeps the current one. */
interface TeacherInput {
  teacher?: number | string | null | undefined;
  teacher_id?: number | null | undefined;
}

export async function createClass(
  db: Db,
  actor: Actor,
  {
    name: typedName,
    grade_id,
    school_id,
    ...teacherInput
  }: { name: string; grade_id: number; school_id: number } & TeacherInput,
): Promise<SchoolClass> {
  const [schoolId] = await lockSchools(db, [school_id]);
  if (!schoolId) throw fieldError('unknown_school', 'school_id');
  if (!(await hasGrade(db, grade_id))) throw fieldError('unknown_grade', 'grade_id');
  const name = typedName.normalize('NFC');
  const id = await insertClass(db, { school_id: schoolId, grade_id, name });
  const teacherId = await findTeacherId(db, schoolId, teacherInput);
  if (teacherId) await assignClasses(db, actor, [{ userId: teacherId, classId: id }]);
  await writeAuditEntries(db, actor, { action: 'created', subject: 'class', id, name, schoolId });
  return readClass(db, actor, id);
}

/** Grade 1 and letter A make the class 1A. Returns these classes, with those that existed before. */
export async function generateClasses(
  db: Db,
  actor: Actor,
  input: { school_id?: number | undefined; grades: number[]; letters: string[] },
): Promise<SchoolClass[]> {
  const [schoolId] = await lockSchools(db, [requireSchoolId(actor, input.school_id)]);
  if (!schoolId) throw new AppError('not_found');
  for (const grade of input.grades) {
    if (!(await hasGrade(db, grade))) throw fieldError('unknown_grade', 'grades');
  }
  const existing = await listClasses(db, actor, { schoolId });
  const known = new Set(existing.map(({ name }) => name.toLowerCase()));
  const missing = listNames(input).filter(({ name }) => {
    const isNew = !known.has(name.toLowerCase());
    known.add(name.toLowerCase());
    return isNew;
  });
  await createClasses(db, actor, schoolId, missing);
  return readGeneratedClasses(db, actor, { ...input, school_id: schoolId });
}

/** For a school that the transaction has locked. */
export async function createClasses(
  db: Db,
  actor: Actor,
  schoolId: number,
  classes: { name: string; grade_id: number }[],
): Promise<void> {
  const created: { id: number; name: string }[] = [];
  for (const { name, grade_id } of classes) {
    created.push({ id: await insertClass(db, { school_id: schoolId, grade_id, name }), name });
  }
  await writeAuditEntries(
    db,
    actor,
    ...created.map(
      (schoolClass) => ({ action: 'created', subject: 'class', schoolId, ...schoolClass }) as const,
    ),
  );
}

export async function readGeneratedClasses(
  db: Db,
  actor: Actor,
  input: { school_id?: number | undefined; grades: number[]; letters: string[] },
): Promise<SchoolClass[]> {
  const schoolId = requireSchoolId(actor, input.school_id);
  const names = new Set(listNames(input).map(({ name }) => name.toLowerCase()));
  const classes = await listClasses(db, actor, { schoolId });
  return classes.filter(({ name }) => names.has(name.toLowerCase()));
}

function listNames({ grades, letters }: { grades: number[]; letters: string[] }) {
  return grades.flatMap((grade) =>
    letters.map((letter) => ({ grade_id: grade, name: `${grade}${letter.normalize('NFC')}` })),
  );
}

export async function editClass(
  db: Db,
  actor: Actor,
  edit: {
    id: number;
    name?: string | undefined;
    grade_id?: number | undefined;
    school_id?: number | undefined;
    version?: number | undefined;
  } & TeacherInput,
): Promise<SchoolClass> {
  const { id, version } = edit;
  const current = await lockClass(db, actor, id);
  const before = toAuditValues(await readClass(db, actor, id));
  const schoolId = current.school_id;
  if (edit.school_id !== undefined && edit.school_id !== schoolId) {
    throw fieldError('class_school_fixed', 'school_id');
  }
  if (version !== undefined && version !== current.version) throw new AppError('class_changed');
  const name = (edit.name ?? current.name).normalize('NFC');
  const grade_id = edit.grade_id ?? current.grade_id;
  if (!(await hasGrade(db, grade_id))) throw fieldError('unknown_grade', 'grade_id');

  const fields: (keyof ClassValues)[] = [
    ...(name === current.name ? [] : ['name' as const]),
    ...(grade_id === current.grade_id ? [] : ['grade_id' as const]),
  ];
  if (fields.length > 0) await updateClass(db, id, { name, grade_id });
  const isTeacherChanged = await changeTeacher(db, actor, current, edit);
  if (isTeacherChanged) fields.push('teacher');
  const changed = await readClass(db, actor, id);
  if (fields.length > 0) {
    const after = toAuditValues(changed);
    const pick = (values: ClassValues) =>
      Object.fromEntries(fields.map((field) => [field, values[field]]));
    const details = { fields, old: pick(before), new: pick(after) };
    await writeAuditEntries(db, actor, {
      action: 'changed',
      subject: 'class',
      id,
      name,
      schoolId,
      details,
    });
  }
  return changed;
}

/** A class in the audit log. */
interface ClassValues {
  name: string;
  grade_id: number;
  teacher: string | null;
}

function toAuditValues({ name, grade_id, teacher_full_name }: SchoolClass): ClassValues {
  return { name, grade_id, teacher: teacher_full_name };
}

/** Its members are left without a class, which their histories record; its attendance sheets stay. */
export async function deleteClass(db: Db, actor: Actor, id: number): Promise<void> {
  const { school_id: schoolId, name } = await lockClass(db, actor, id);
  const members = await listMembers(db, id);
  await assignClasses(
    db,
    actor,
    members.map((member) => ({ userId: member.id, classId: null })),
  );
  await endSubstitutionsOfClass(db, actor, id);
  await softDeleteClass(db, id);
  await writeAuditEntries(db, actor, { action: 'deleted', subject: 'class', id, name, schoolId });
}

/** Replacing a teacher requires a version, which proves that the actor saw the current teacher. */
async function changeTeacher(
  db: Db,
  actor: Actor,
  { id, school_id }: { id: number; school_id: number },
  { version, ...teacherInput }: TeacherInput & { version?: number | undefined },
): Promise<boolean> {
  const nextId = await findTeacherId(db, school_id, teacherInput);
  if (nextId === undefined) return false;
  const members = await listMembers(db, id);
  const currentId = members.find(({ kind }) => kind === 'homeroom')?.id;
  if (currentId === (nextId ?? undefined)) return false;
  if (currentId && nextId && version === undefined) {
    throw fieldError('class_has_teacher', 'teacher_id');
  }
  await assignClasses(db, actor, [
    ...(currentId ? [{ userId: currentId, classId: null }] : []),
    ...(nextId ? [{ userId: nextId, classId: id }] : []),
  ]);
  return true;
}

async function findTeacherId(
  db: Db,
  schoolId: number,
  { teacher, teacher_id }: TeacherInput,
): Promise<number | null | undefined> {
  const idOrUsername = teacher_id === undefined ? teacher : teacher_id;
  if (idOrUsername === undefined || idOrUsername === null) return idOrUsername;
  const user = await findTeacher(db, schoolId, idOrUsername);
  if (!user) throw fieldError('unknown_teacher', 'teacher_id');
  return user.id;
}

/** Until the transaction ends, no other request changes the class. A Mod finds only those of their school. */
export function lockClass(db: Db, actor: Actor, id: number) {
  return lockSchoolOf(db, async () => {
    const classToEdit = await findClassToEdit(db, id);
    const isVisible = classToEdit && (actor.role === 'Admin' || isInOwnSchool(actor, classToEdit));
    if (!isVisible) throw new AppError('not_found');
    return classToEdit;
  });
}

export async function readClass(db: Db, actor: Actor, id: number): Promise<SchoolClass> {
  const [schoolClass] = await listClasses(db, actor, { id });
  if (!schoolClass) throw new AppError('not_found');
  return schoolClass;
}

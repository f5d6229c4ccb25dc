import type { SchoolClass } from '@lop-xanh/contract/classes';
import type { Db } from '../../database/database.ts';
import { AppError, fieldError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';
import { noteActs } from '../audit/audit.service.ts';
import { moveToClasses } from '../history/class-moves.service.ts';
import { holdSchool, holdSchools } from '../schools/schools.service.ts';
import { listClasses } from './classes.queries.ts';
import {
  findClassToEdit,
  findTeacher,
  hasGrade,
  hideClass,
  insertClass,
  membersOf,
  updateClass,
} from './manage-classes.queries.ts';

/** A teacher by id or username; null is none, and left out is as it is. */
interface ChosenTeacher {
  teacher?: number | string | null | undefined;
  teacher_id?: number | null | undefined;
}

export async function addClass(
  db: Db,
  actor: Actor,
  {
    name: typed,
    grade_id,
    school_id,
    ...chosen
  }: { name: string; grade_id: number; school_id: number } & ChosenTeacher,
): Promise<SchoolClass> {
  const [schoolId] = await holdSchools(db, [school_id]);
  if (!schoolId) throw fieldError('unknown_school', 'school_id');
  if (!(await hasGrade(db, grade_id))) throw fieldError('unknown_grade', 'grade_id');
  const name = typed.normalize('NFC');
  const id = await insertClass(db, { school_id: schoolId, grade_id, name });
  const teacherId = await teacherFor(db, schoolId, chosen);
  if (teacherId) await moveToClasses(db, actor, [{ userId: teacherId, classId: id }]);
  await noteActs(db, actor, { action: 'created', subject: 'class', id, name, schoolId });
  return readClass(db, actor, id);
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
  } & ChosenTeacher,
): Promise<SchoolClass> {
  const { id, version } = edit;
  const found = await holdClass(db, id);
  const schoolId = found.school_id;
  if (edit.school_id !== undefined && edit.school_id !== schoolId) {
    throw fieldError('class_keeps_school', 'school_id');
  }
  if (version !== undefined && version !== found.version) throw new AppError('class_changed');
  const name = (edit.name ?? found.name).normalize('NFC');
  const grade_id = edit.grade_id ?? found.grade_id;
  if (!(await hasGrade(db, grade_id))) throw fieldError('unknown_grade', 'grade_id');

  const fields = [
    ...(name === found.name ? [] : ['name']),
    ...(grade_id === found.grade_id ? [] : ['grade_id']),
  ];
  if (fields.length > 0) await updateClass(db, id, { name, grade_id });
  const isTeacherChanged = await changeTeacher(db, actor, found, edit);
  if (isTeacherChanged) fields.push('teacher_id');
  if (fields.length > 0) {
    await noteActs(db, actor, {
      action: 'changed',
      subject: 'class',
      id,
      name,
      schoolId,
      details: { fields },
    });
  }
  return readClass(db, actor, id);
}

/** Its people are pending assignment afterwards, each with a record of it; its attendance stays. */
export async function removeClass(db: Db, actor: Actor, id: number): Promise<void> {
  const { school_id: schoolId, name } = await holdClass(db, id);
  const members = await membersOf(db, id);
  await moveToClasses(
    db,
    actor,
    members.map((member) => ({ userId: member.id, classId: null })),
  );
  await hideClass(db, id);
  await noteActs(db, actor, { action: 'deleted', subject: 'class', id, name, schoolId });
}

/** Whoever puts another teacher in the place of one must have seen that one: the version tells. */
async function changeTeacher(
  db: Db,
  actor: Actor,
  { id, school_id }: { id: number; school_id: number },
  { version, ...chosen }: ChosenTeacher & { version?: number | undefined },
): Promise<boolean> {
  const next = await teacherFor(db, school_id, chosen);
  if (next === undefined) return false;
  const members = await membersOf(db, id);
  const current = members.find(({ role }) => role === 'Teacher')?.id;
  if (current === (next ?? undefined)) return false;
  if (current && next && version === undefined) {
    throw fieldError('class_has_teacher', 'teacher_id');
  }
  await moveToClasses(db, actor, [
    ...(current ? [{ userId: current, classId: null }] : []),
    ...(next ? [{ userId: next, classId: id }] : []),
  ]);
  return true;
}

async function teacherFor(
  db: Db,
  schoolId: number,
  { teacher, teacher_id }: ChosenTeacher,
): Promise<number | null | undefined> {
  const given = teacher_id === undefined ? teacher : teacher_id;
  if (given === undefined || given === null) return given;
  const found = await findTeacher(db, schoolId, given);
  if (!found) throw fieldError('unknown_teacher', 'teacher_id');
  return found.id;
}

/** Reads the class once its school is held: nobody else changes it from here on. */
async function holdClass(db: Db, id: number) {
  const known = await findClassToEdit(db, id);
  if (!known) throw new AppError('not_found');
  await holdSchool(db, known.school_id);
  const found = await findClassToEdit(db, id);
  if (!found) throw new AppError('not_found');
  return found;
}

export async function readClass(db: Db, actor: Actor, id: number): Promise<SchoolClass> {
  const [found] = await listClasses(db, actor, { id });
  if (!found) throw new AppError('not_found');
  return found;
}

import type { accountStatuses } from '@lop-xanh/contract/accounts';
import type { Grade, SchoolClass } from '@lop-xanh/contract/classes';
import { defaultAvatar } from '@lop-xanh/contract/rules/limits';
import { isStaff } from '@lop-xanh/contract/rules/roles';
import { type RawBuilder, sql } from 'kysely';
import type { Db, StatementRunner } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';
import type { TargetClass } from './classes.rules.ts';

export function listGrades(db: Db): Promise<Grade[]> {
  return db.selectFrom('grades').select(['id', 'name']).orderBy('id').execute();
}

/** `canSeeClass` as an SQL condition. */
function visibleTo(actor: Actor): RawBuilder<boolean> {
  switch (actor.role) {
    case 'Admin':
      return sql`true`;
    case 'Mod':
      return sql`class.school_id = ${actor.school_id}`;
    case 'Teacher':
    case 'Student':
    case 'Parent':
      return sql`class.id = any(${actor.class_ids})`;
  }
}

interface ClassFilter {
  id?: number;
  schoolId?: number | undefined;
  /** Ordered by id; without it, all classes by grade and name. */
  page?: { afterId: number; limit: number } | undefined;
}

export async function listClasses(
  db: Db,
  actor: Actor,
  { id, schoolId, page }: ClassFilter,
): Promise<SchoolClass[]> {
  const { rows } = await sql<SchoolClass>`
    select class.id, class.name, class.grade_id, grade.name as grade_name,
           class.school_id, school.school_name,
           teacher.id as teacher_id,
           ${isStaff(actor.role) ? sql`teacher.username` : sql`null`} as teacher_username,
           teacher.full_name as teacher_full_name,
           teacher.first_name as teacher_first_name, teacher.last_name as teacher_last_name,
           case when teacher.id is not null
             then coalesce(teacher.avatar, ${defaultAvatar}) end as teacher_avt,
           (select count(*) from users student
             where student.class_id = class.id and student.role = 'Student'
               and student.status = 'active' and student.deleted_at is null) as student_count,
           coalesce(class.avatar, ${defaultAvatar}) as avt, class.version
    from classes class
    join grades grade on grade.id = class.grade_id
    join schools school on school.id = class.school_id
    left join users teacher
      on teacher.class_id = class.id and teacher.role = 'Teacher' and teacher.deleted_at is null
    where class.deleted_at is null
      and ${visibleTo(actor)}
      and ${id ? sql`class.id = ${id}` : sql`true`}
      and ${schoolId ? sql`class.school_id = ${schoolId}` : sql`true`}
      and ${page ? sql`class.id > ${page.afterId}` : sql`true`}
    order by ${page ? sql`class.id` : sql`class.grade_id, class.name collate vietnamese, class.id`}
    limit ${page ? page.limit : null}`.execute(db);
  return rows;
}

export interface StoredClass extends TargetClass {
  name: string;
  school_name: string;
  teacher_full_name: string | null;
}

/** Does not check access: callers apply the rules. */
export async function findStoredClass(
  run: StatementRunner,
  id: number,
): Promise<StoredClass | undefined> {
  const [row] = await run<StoredClass>({
    name: 'class',
    text: `
      select class.id, class.school_id, class.name, school.school_name,
             teacher.full_name as teacher_full_name
      from classes class
      join schools school on school.id = class.school_id
      left join users teacher
        on teacher.class_id = class.id and teacher.role = 'Teacher' and teacher.deleted_at is null
      where class.id = $1::bigint and class.deleted_at is null`,
    values: [id],
  });
  return row;
}

export interface StoredStudent {
  id: number;
  full_name: string;
  first_name: string;
  last_name: string;
  avt: string;
  username: string;
  identifier_code: string | null;
  email: string | null;
  phone: string | null;
  parent_name: string | null;
  status: (typeof accountStatuses)[number];
  class_id: number;
  school_id: number;
}

/** The current students of a class, including inactive ones. */
export function listStudents(run: StatementRunner, classId: number): Promise<StoredStudent[]> {
  return run({
    name: 'students-of-class',
    text: `
      select id, full_name, first_name, last_name,
             coalesce(avatar, '${defaultAvatar}') as avt, username, identifier_code, email, phone,
             parent_name, status, class_id, school_id
      from users
      where class_id = $1::bigint and role = 'Student' and deleted_at is null`,
    values: [classId],
  });
}

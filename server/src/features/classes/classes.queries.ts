import {
  type Grade,
  grade,
  type SchoolClass,
  schoolClass,
  student,
} from '@lop-xanh/contract/classes';
import { defaultAvatar } from '@lop-xanh/contract/rules/limits';
import { isStaff } from '@lop-xanh/contract/rules/roles';
import sql, { type Sql } from 'sql-template-tag';
import type { z } from 'zod';
import type { Db } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';

export function listGrades(db: Db): Promise<Grade[]> {
  return db.many(grade, sql`select id, name from grades order by id`);
}

/** `canSeeClass` as an SQL condition. */
function visibleTo(actor: Actor): Sql {
  switch (actor.role) {
    case 'Admin':
      return sql`true`;
    case 'Mod':
      return sql`class.school_id = ${actor.school_id}`;
    case 'Teacher':
    case 'Student':
    case 'Parent':
      return sql`class.id = any(${actor.class_ids}::bigint[])`;
  }
}

interface ClassFilter {
  id?: number;
  schoolId?: number | undefined;
  /** Ordered by id; without it, all classes by grade and name. */
  page?: { afterId: number; limit: number } | undefined;
}

export function listClasses(
  db: Db,
  actor: Actor,
  { id, schoolId, page }: ClassFilter,
): Promise<SchoolClass[]> {
  return db.many(
    schoolClass,
    sql`
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
    limit ${page ? page.limit : null}`,
  );
}

const storedClass = schoolClass.pick({
  id: true,
  school_id: true,
  name: true,
  school_name: true,
  teacher_full_name: true,
});
export type StoredClass = z.infer<typeof storedClass>;

/** Does not check access: callers apply the rules. */
export function findStoredClass(db: Db, id: number): Promise<StoredClass | undefined> {
  return db.maybeOne(
    storedClass,
    sql`
      select class.id, class.school_id, class.name, school.school_name,
             teacher.full_name as teacher_full_name
      from classes class
      join schools school on school.id = class.school_id
      left join users teacher
        on teacher.class_id = class.id and teacher.role = 'Teacher' and teacher.deleted_at is null
      where class.id = ${id} and class.deleted_at is null`,
  );
}

const storedStudent = student.omit({ isLoginSlowed: true }).required();
export type StoredStudent = z.infer<typeof storedStudent>;

/** The current students of a class, including inactive ones. */
export function listStudents(db: Db, classId: number): Promise<StoredStudent[]> {
  return db.many(
    storedStudent,
    sql`
      select id, full_name, first_name, last_name,
             coalesce(avatar, ${defaultAvatar}) as avt, username, identifier_code, email, phone,
             parent_name, status, class_id, school_id
      from users
      where class_id = ${classId} and role = 'Student' and deleted_at is null`,
  );
}

import {
  type Grade,
  grade,
  type SchoolClass,
  schoolClass,
  student,
} from '@lop-xanh/contract/classes';
import { id } from '@lop-xanh/contract/fields';
import { defaultAvatar } from '@lop-xanh/contract/rules/limits';
import { isStaff } from '@lop-xanh/contract/rules/roles';
import sql, { type Sql } from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';
import { lastDay } from './class-conditions.queries.ts';

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
      return sql`(class.id = any(${actor.class_ids}::bigint[])
        or (${isPast} and teacher.id = ${actor.id}))`;
    case 'Student':
    case 'Parent':
      return sql`class.id = any(${actor.class_ids}::bigint[])`;
  }
}

/** Joins the current year of the class's school as `current`. */
export const joinCurrentYear = sql`
  cross join lateral (
    select max(year) as year from school_years where school_id = class.school_id
  ) current`;

const isPast = sql`class.year < current.year`;

/** Of a past class: whoever belonged to it when its last member left. */
export const isInClassAtItsEnd = (membership: Sql) => sql`(
  ${membership}.ended_at is null or (${isPast} and ${membership}.ended_at = (
    select max(other.ended_at) from memberships other
    where other.class_id = class.id and other.kind <> 'substitute')))`;

/** Joins the homeroom teacher as `teacher`; of a past class, the last one. */
const joinLastTeacher = sql`
  left join lateral (
    select user_id from memberships
    where class_id = class.id and kind = 'homeroom' and (ended_at is null or ${isPast})
    order by ended_at desc limit 1
  ) homeroom on true
  left join users teacher on teacher.id = homeroom.user_id`;

/** Who stands in for the homeroom teacher, today or next. */
const selectSubstitute = (actor: Actor) => sql`(
  select json_build_object('id', substitution.id, 'teacher_id', substitute.id,
    'full_name', substitute.full_name,
    'username', ${isStaff(actor.role) ? sql`substitute.username` : sql`null`},
    'from', (substitution.started_at at time zone interval '7 hours')::date,
    'until', ${lastDay(sql`substitution`)}, 'isNow', substitution.started_at <= now())
  from memberships substitution
  join users substitute on substitute.id = substitution.user_id
  where substitution.class_id = class.id and substitution.kind = 'substitute'
    and substitution.ended_at > now() and not ${isPast}
  order by substitution.started_at limit 1)`;

function selectsYear({ id, schoolYear }: Pick<ClassFilter, 'id' | 'schoolYear'>): Sql {
  if (schoolYear) return sql`class.year = ${schoolYear}::int`;
  return id ? sql`true` : sql`class.year = current.year`;
}

interface ClassFilter {
  /** The current year of each school by default. */
  schoolYear?: number | undefined;
  id?: number | undefined;
  schoolId?: number | undefined;
  /** The beginnings of words of the name, as a tsquery; the first few classes. */
  words?: { tsquery: string; limit: number } | undefined;
  /** Ordered by id; without it, all classes by grade and name. */
  page?: { afterId: number; limit: number } | undefined;
}

export function listClasses(
  db: Db,
  actor: Actor,
  { id, schoolId, schoolYear, words, page }: ClassFilter,
): Promise<SchoolClass[]> {
  return db.many(
    schoolClass,
    sql`
    select class.id, class.name, class.grade_id, grade.name as grade_name,
           class.school_id, school.school_name, class.year as school_year,
           teacher.id as teacher_id,
           ${isStaff(actor.role) ? sql`teacher.username` : sql`null`} as teacher_username,
           teacher.full_name as teacher_full_name,
           teacher.first_name as teacher_first_name, teacher.last_name as teacher_last_name,
           case when teacher.id is not null
             then coalesce(teacher.avatar, ${defaultAvatar}) end as teacher_avt,
           ${selectSubstitute(actor)} as substitute,
           (select count(*) from memberships enrollment
             join users student on student.id = enrollment.user_id
             where enrollment.class_id = class.id and enrollment.kind = 'student'
               and ${isInClassAtItsEnd(sql`enrollment`)}
               and (student.status = 'active' or enrollment.ended_at is not null)) as student_count,
           coalesce(class.avatar, ${defaultAvatar}) as avt, class.version
    from classes class
    join grades grade on grade.id = class.grade_id
    join schools school on school.id = class.school_id
    ${joinCurrentYear}
    ${joinLastTeacher}
    where class.deleted_at is null
      and ${visibleTo(actor)}
      and ${selectsYear({ id, schoolYear })}
      and ${id ? sql`class.id = ${id}` : sql`true`}
      and ${schoolId ? sql`class.school_id = ${schoolId}` : sql`true`}
      and ${words ? sql`get_search_words(class.name) @@ ${words.tsquery}::tsquery` : sql`true`}
      and ${page ? sql`class.id > ${page.afterId}` : sql`true`}
    order by ${page ? sql`class.id` : sql`class.grade_id, class.name collate vietnamese, class.id`}
    limit ${(page ?? words)?.limit ?? null}`,
  );
}

const storedClass = schoolClass
  .pick({
    id: true,
    school_id: true,
    school_year: true,
    grade_id: true,
    name: true,
    school_name: true,
    teacher_full_name: true,
  })
  .extend({
    /** Whether its school year is over. */
    is_past: z.boolean(),
    /** The homeroom teacher, of a past class the last one. */
    teacher_id: id.nullable(),
  });
export type StoredClass = z.infer<typeof storedClass>;

/** Does not check access: callers apply the rules. */
export function findStoredClass(db: Db, id: number): Promise<StoredClass | undefined> {
  return db.maybeOne(
    storedClass,
    sql`
      select class.id, class.school_id, class.year as school_year, class.grade_id, class.name,
             school.school_name, ${isPast} as is_past, teacher.id as teacher_id,
             teacher.full_name as teacher_full_name
      from classes class
      join schools school on school.id = class.school_id
      ${joinCurrentYear}
      ${joinLastTeacher}
      where class.id = ${id} and class.deleted_at is null`,
  );
}

const storedStudent = student.omit({ isLoginSlowed: true }).required();
export type StoredStudent = z.infer<typeof storedStudent>;

/** The students of a class, including inactive ones; of a past class, those at its end. */
export function listStudents(db: Db, classId: number): Promise<StoredStudent[]> {
  return db.many(
    storedStudent,
    sql`
      select student.id, student.full_name, student.first_name, student.last_name,
             coalesce(student.avatar, ${defaultAvatar}) as avt, student.username,
             student.identifier_code, student.email, student.phone, student.parent_name,
             student.status, enrollment.class_id, student.school_id
      from classes class
      ${joinCurrentYear}
      join memberships enrollment on enrollment.class_id = class.id and enrollment.kind = 'student'
        and ${isInClassAtItsEnd(sql`enrollment`)}
      join users student on student.id = enrollment.user_id
      where class.id = ${classId}`,
  );
}

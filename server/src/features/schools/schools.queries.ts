import { id } from '@lop-xanh/contract/fields';
import { school } from '@lop-xanh/contract/schools';
import sql, { type Sql } from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';
import { isCurrentClass } from '../classes/class-conditions.service.ts';

const storedSchool = school.omit({ can: true });
export type StoredSchool = z.infer<typeof storedSchool>;

/** `canSeeSchool` as an SQL condition. */
function visibleTo(actor: Actor): Sql {
  switch (actor.role) {
    case 'Admin':
      return sql`true`;
    case 'Mod':
      return sql`school.id = ${actor.school_id}`;
    case 'Teacher':
    case 'Student':
    case 'Parent':
      return sql`false`;
  }
}

export function listSchools(db: Db, actor: Actor, id?: number): Promise<StoredSchool[]> {
  return db.many(
    storedSchool,
    sql`
      select school.id, school.school_name, school.version,
             coalesce(user_counts.mods, 0) as mod_count, coalesce(user_counts.teachers, 0) as teacher_count,
             coalesce(user_counts.students, 0) as student_count,
             coalesce(user_counts.parents, 0) + coalesce(shared_parents.parents, 0) as parent_count,
             coalesce(user_counts.accounts, 0) as account_count,
             (select count(*) from classes class
               where class.school_id = school.id and ${isCurrentClass(sql`class`)}) as class_count
      from schools school
      left join (
        select school_id,
               count(*) as accounts,
               count(*) filter (where role = 'Mod' and status = 'active') as mods,
               count(*) filter (where role = 'Teacher' and status = 'active') as teachers,
               count(*) filter (where role = 'Student' and status = 'active') as students,
               count(*) filter (where role = 'Parent' and status = 'active') as parents
        from users
        where deleted_at is null and ${id ? sql`school_id = ${id}` : sql`true`}
        group by school_id
      ) user_counts on user_counts.school_id = school.id
      left join (
        select child.school_id, count(distinct parent.id) as parents
        from parents_children link
        join users child on child.id = link.student_id and child.deleted_at is null
        join users parent on parent.id = link.parent_id and parent.deleted_at is null
          and parent.status = 'active' and parent.school_id <> child.school_id
        where ${id ? sql`child.school_id = ${id}` : sql`true`}
        group by child.school_id
      ) shared_parents on shared_parents.school_id = school.id
      where school.deleted_at is null and ${visibleTo(actor)}
        and ${id ? sql`school.id = ${id}` : sql`true`}
      order by school.school_name collate vietnamese, school.id`,
  );
}

export async function findSchoolName(db: Db, id: number): Promise<string | undefined> {
  const [name] = await db.values(z.string(), sql`select school_name from schools where id = ${id}`);
  return name;
}

const lockedSchool = school.pick({ id: true, school_name: true, version: true });
export type LockedSchool = z.infer<typeof lockedSchool>;

/** Ordered by id, to avoid deadlocks. */
export function lockSchoolRows(db: Db, ids: number[]): Promise<LockedSchool[]> {
  return db.many(
    lockedSchool,
    sql`
      select id, school_name, version from schools
      where id = any(${ids}::bigint[]) and deleted_at is null
      order by id for no key update`,
  );
}

export function insertSchool(db: Db, name: string): Promise<number> {
  return db.value(id, sql`insert into schools (school_name) values (${name}) returning id`);
}

export async function updateSchoolName(db: Db, id: number, name: string): Promise<void> {
  await db.run(
    sql`update schools set school_name = ${name}, version = version + 1 where id = ${id}`,
  );
}

export async function softDeleteSchool(db: Db, id: number): Promise<void> {
  await db.run(sql`update schools set deleted_at = now() where id = ${id}`);
}

import { schoolClass } from '@lop-xanh/contract/classes';
import { id } from '@lop-xanh/contract/fields';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';
import { isCurrentClass } from './class-conditions.queries.ts';

export function insertClass(
  db: Db,
  { school_id, grade_id, name }: { school_id: number; grade_id: number; name: string },
): Promise<number> {
  return db.value(
    id,
    sql`
      insert into classes (school_id, year, grade_id, name)
      select ${school_id}, max(year), ${grade_id}, ${name} from school_years
      where school_id = ${school_id}
      returning id`,
  );
}

export function hasGrade(db: Db, id: number): Promise<boolean> {
  return db.value(z.boolean(), sql`select exists (select from grades where id = ${id}::bigint)`);
}

const classToEdit = schoolClass.pick({
  id: true,
  school_id: true,
  grade_id: true,
  name: true,
  version: true,
});

export function findClassToEdit(db: Db, id: number) {
  return db.maybeOne(
    classToEdit,
    sql`
      select class.id, class.school_id, class.grade_id, class.name, class.version from classes class
      where class.id = ${id} and ${isCurrentClass(sql`class`)}`,
  );
}

/** The username may be in any case. */
export function findTeacher(db: Db, schoolId: number, idOrUsername: number | string) {
  return db.maybeOne(
    z.object({ id }),
    sql`
      select id from users
      where school_id = ${schoolId} and role = 'Teacher' and deleted_at is null
        and ${
          typeof idOrUsername === 'number'
            ? sql`id = ${idOrUsername}`
            : sql`lower(username) = ${idOrUsername.trim().toLowerCase()}`
        }`,
  );
}

const member = z.object({ id, kind: z.enum(['student', 'homeroom']) });

export function listMembers(db: Db, classId: number) {
  return db.many(
    member,
    sql`select user_id as id, kind from current_members where class_id = ${classId} order by user_id`,
  );
}

export async function updateClass(
  db: Db,
  id: number,
  { name, grade_id }: { name: string; grade_id: number },
): Promise<void> {
  await db.run(sql`
    update classes set name = ${name}, grade_id = ${grade_id}, version = version + 1
    where id = ${id}`);
}

export async function softDeleteClass(db: Db, id: number): Promise<void> {
  await db.run(sql`update classes set deleted_at = now() where id = ${id}`);
}

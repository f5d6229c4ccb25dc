import { sql } from 'kysely';
import type { Db } from '../../database/database.ts';

export async function insertClass(
  db: Db,
  row: { school_id: number; grade_id: number; name: string },
): Promise<number> {
  const { id } = await db
    .insertInto('classes')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function hasGrade(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql`select 1 from grades where id = ${id}::bigint`.execute(db);
  return rows.length > 0;
}

export function findClassToEdit(db: Db, id: number) {
  return db
    .selectFrom('classes')
    .select(['id', 'school_id', 'grade_id', 'name', 'version'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** The username may be in any case. */
export function findTeacher(db: Db, schoolId: number, idOrUsername: number | string) {
  return db
    .selectFrom('users')
    .select('id')
    .where('school_id', '=', schoolId)
    .where('role', '=', 'Teacher')
    .where('deleted_at', 'is', null)
    .where((eb) =>
      typeof idOrUsername === 'number'
        ? eb('id', '=', idOrUsername)
        : eb(sql<string>`lower(username)`, '=', idOrUsername.trim().toLowerCase()),
    )
    .executeTakeFirst();
}

export function listMembers(db: Db, classId: number) {
  return db
    .selectFrom('users')
    .select(['id', 'role'])
    .where('class_id', '=', classId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
}

export async function updateClass(
  db: Db,
  id: number,
  fields: { name: string; grade_id: number },
): Promise<void> {
  await db
    .updateTable('classes')
    .set((eb) => ({ ...fields, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export async function softDeleteClass(db: Db, id: number): Promise<void> {
  await db.updateTable('classes').set({ deleted_at: sql`now()` }).where('id', '=', id).execute();
}

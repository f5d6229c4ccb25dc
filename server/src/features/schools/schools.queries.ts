import type { School } from '@lop-xanh/contract/schools';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';

export type StoredSchool = Omit<School, 'can'>;

/** `canSeeSchool` as an SQL condition. */
function visibleTo(actor: Actor): RawBuilder<boolean> {
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

export async function listSchools(db: Db, actor: Actor, id?: number): Promise<StoredSchool[]> {
  const { rows } = await sql<StoredSchool>`
    select school.id, school.school_name, school.version,
           coalesce(user_counts.mods, 0) as mod_count, coalesce(user_counts.teachers, 0) as teacher_count,
           coalesce(user_counts.students, 0) as student_count,
           coalesce(user_counts.parents, 0) as parent_count,
           coalesce(user_counts.accounts, 0) as account_count,
           (select count(*) from classes
             where school_id = school.id and deleted_at is null) as class_count
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
    where school.deleted_at is null and ${visibleTo(actor)}
      and ${id ? sql`school.id = ${id}` : sql`true`}
    order by school.school_name collate vietnamese, school.id`.execute(db);
  return rows;
}

export interface LockedSchool {
  id: number;
  school_name: string;
  version: number;
}

/** Ordered by id, to avoid deadlocks. */
export async function lockSchoolRows(db: Db, ids: number[]): Promise<LockedSchool[]> {
  return db
    .selectFrom('schools')
    .select(['id', 'school_name', 'version'])
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

export async function insertSchool(db: Db, name: string): Promise<number> {
  const { id } = await db
    .insertInto('schools')
    .values({ school_name: name })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateSchoolName(db: Db, id: number, name: string): Promise<void> {
  await db
    .updateTable('schools')
    .set((eb) => ({ school_name: name, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export async function softDeleteSchool(db: Db, id: number): Promise<void> {
  await db.updateTable('schools').set({ deleted_at: sql`now()` }).where('id', '=', id).execute();
}

import { id } from '@lop-xanh/contract/fields';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';

/** A parent and a child. */
export interface FamilyLink {
  parentId: number;
  studentId: number;
}

/**
 * Locks these parents until the transaction ends, and returns the ids of those who exist. A parent may have
 * children in several schools, so that the lock of one school does not cover their links.
 */
export function lockParents(db: Db, ids: number[]): Promise<number[]> {
  return db.values(
    id,
    sql`
      select id from users
      where id = any(${ids}::bigint[]) and role = 'Parent' and deleted_at is null
      order by id for no key update`,
  );
}

/** Returns the number of new links. */
export function insertLinks(db: Db, links: FamilyLink[]): Promise<number> {
  return db.run(sql`
    insert into parents_children (parent_id, student_id)
    select * from unnest(${links.map(({ parentId }) => parentId)}::bigint[],
      ${links.map(({ studentId }) => studentId)}::bigint[])
    on conflict do nothing`);
}

/** Returns the number of deleted links: none if there was no such link. */
export function deleteLink(db: Db, { parentId, studentId }: FamilyLink): Promise<number> {
  return db.run(sql`
    delete from parents_children where parent_id = ${parentId} and student_id = ${studentId}`);
}

export async function replaceChildren(
  db: Db,
  { parentId, childIds }: { parentId: number; childIds: number[] },
): Promise<void> {
  await db.run(sql`
    delete from parents_children
    where parent_id = ${parentId} and student_id <> all(${childIds}::bigint[])`);
  await insertLinks(
    db,
    childIds.map((studentId) => ({ parentId, studentId })),
  );
}

/** Deletes the user's links to parents and children. */
export async function unlinkFamily(db: Db, userId: number): Promise<void> {
  await db.run(
    sql`delete from parents_children where parent_id = ${userId} or student_id = ${userId}`,
  );
}

export function findChildlessParents(db: Db, ids: number[]): Promise<number[]> {
  return db.values(
    id,
    sql`
      select parent.id from unnest(${ids}::bigint[]) as parent (id)
      where not exists (
        select from parents_children link
        join users child on child.id = link.student_id and child.deleted_at is null
        where link.parent_id = parent.id)`,
  );
}

/** A parent belongs to the school of their children, once all of them are there. */
export async function moveParents(db: Db, ids: number[]): Promise<void> {
  await db.run(sql`
    update users parent set school_id = family.school_id, version = version + 1
    from (
      select link.parent_id, min(child.school_id) as school_id
      from parents_children link
      join users child on child.id = link.student_id and child.deleted_at is null
      where link.parent_id = any(${ids}::bigint[])
      group by link.parent_id having count(distinct child.school_id) = 1
    ) family
    where parent.id = family.parent_id and parent.school_id <> family.school_id`);
}

/** Like `moveParents`, for the parents of these students. */
export async function moveParentsOf(db: Db, studentIds: number[]): Promise<void> {
  const parentIds = await db.values(
    id,
    sql`select parent_id from parents_children where student_id = any(${studentIds}::bigint[])`,
  );
  await moveParents(db, parentIds);
}

const schoolParent = z.object({
  id,
  full_name: z.string(),
  phone: z.string().nullable(),
  /** In this school. */
  children: z.array(z.object({ id, full_name: z.string() })),
});
export type SchoolParent = z.infer<typeof schoolParent>;

/** The parents who belong to a school or have a child there. */
export function listParentsOfSchool(db: Db, schoolId: number): Promise<SchoolParent[]> {
  return db.many(
    schoolParent,
    sql`
      with family as (
        select link.parent_id, json_agg(json_build_object(
          'id', child.id, 'full_name', child.full_name) order by child.id) as children
        from parents_children link join users child on child.id = link.student_id
        where child.school_id = ${schoolId}::bigint and child.deleted_at is null
        group by link.parent_id
      )
      select parent.id, parent.full_name, parent.phone, coalesce(family.children, '[]') as children
      from users parent left join family on family.parent_id = parent.id
      where parent.role = 'Parent' and parent.deleted_at is null
        and (parent.school_id = ${schoolId}::bigint or family.parent_id is not null)
      order by parent.id`,
  );
}

const contact = schoolParent.pick({ full_name: true, phone: true });

/** The parents of each of these students, in the order of their ids. */
export async function findParentsOf(
  db: Db,
  studentIds: number[],
): Promise<Map<number, z.infer<typeof contact>[]>> {
  const families = await db.many(
    z.object({ student_id: id, parents: z.array(contact) }),
    sql`
      select link.student_id, json_agg(json_build_object(
        'full_name', parent.full_name, 'phone', parent.phone) order by parent.id) as parents
      from parents_children link
      join users parent on parent.id = link.parent_id and parent.deleted_at is null
      where link.student_id = any(${studentIds}::bigint[])
      group by link.student_id`,
  );
  return new Map(families.map(({ student_id, parents }) => [student_id, parents]));
}

/** Which of these usernames, in lower case, have ever been used. */
export async function findUsedUsernames(db: Db, usernames: string[]): Promise<Set<string>> {
  const used = await db.values(
    z.string(),
    sql`select username from used_usernames where username = any(${usernames}::text[])`,
  );
  return new Set(used);
}

const parentOfClass = z.object({
  id,
  full_name: z.string(),
  username: z.string(),
  /** In the class. */
  children: z.array(z.object({ full_name: z.string(), class_name: z.string() })),
});
export type ParentOfClass = z.infer<typeof parentOfClass>;

/**
 * The active parents of a class who still have a temporary password. Another school sends the letters to its
 * own parents.
 */
export function listParentsWithoutPassword(db: Db, classId: number): Promise<ParentOfClass[]> {
  return db.many(
    parentOfClass,
    sql`
      select parent.id, parent.full_name, parent.username, json_agg(json_build_object(
        'full_name', child.full_name, 'class_name', class.name)
        order by child.given_name, child.id) as children
      from classes class
      join current_members member on member.class_id = class.id
      join users child on child.id = member.user_id and child.role = 'Student'
        and child.status = 'active'
      join parents_children link on link.student_id = child.id
      join users parent on parent.id = link.parent_id and parent.deleted_at is null
      where class.id = ${classId} and parent.school_id = class.school_id
        and parent.status = 'active' and parent.must_change_password
      group by parent.id
      order by min(child.given_name), min(child.full_name), parent.id`,
  );
}

export function readSchoolName(db: Db, schoolId: number): Promise<string> {
  return db.value(z.string(), sql`select school_name from schools where id = ${schoolId}`);
}

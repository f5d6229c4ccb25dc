import { id } from '@lop-xanh/contract/fields';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';

interface StartedYear {
  schoolId: number;
  year: number;
}

/** Waits for whoever is adding a post or an attendance sheet to a class of the year; nobody else can. */
export function lockClasses(db: Db, { schoolId, year }: StartedYear): Promise<number[]> {
  return db.values(
    id,
    sql`
      select id from classes where school_id = ${schoolId} and year = ${year}
      order by id for update`,
  );
}

/** What users and their parents were told about the new classes, and about the loss of their old one. */
export async function deleteNotifications(
  db: Db,
  { schoolId, year, classIds }: StartedYear & { classIds: number[] },
): Promise<void> {
  await db.run(sql`
    with recipient as (
      select id from users where school_id = ${schoolId}
      union
      -- Some have moved to another school since, and those who lost their class may never have had a new one.
      select user_id from memberships where class_id = any(${classIds}::bigint[])
      union
      select membership.user_id from memberships membership
      join school_years started on started.started_at = membership.ended_at
      where membership.school_id = ${schoolId} and membership.kind in ('student', 'homeroom')
        and started.school_id = ${schoolId} and started.year = ${year}
      union
      select link.parent_id from parents_children link
      join users child on child.id = link.student_id where child.school_id = ${schoolId}
    )
    delete from notifications notification
    using recipient, school_years started
    where started.school_id = ${schoolId} and started.year = ${year}
      and notification.user_id = recipient.id
      and (notification.class_id = any(${classIds}::bigint[])
        or notification.type = 'class_changed' and (
          notification.ref_id = any(${classIds}::bigint[])
          or notification.created_at = started.started_at))`);
}

/** Returns who was in one of the classes. */
export async function deleteClasses(db: Db, classIds: number[]): Promise<number[]> {
  const memberIds = await db.values(
    id,
    sql`delete from memberships where class_id = any(${classIds}::bigint[]) returning user_id`,
  );
  await db.run(sql`delete from former_class_names where class_id = any(${classIds}::bigint[])`);
  await db.run(sql`delete from classes where id = any(${classIds}::bigint[])`);
  return memberIds;
}

/** Lets those who left with the start log in as before. Whoever came back since stays as they are now. */
export function deleteDepartures(db: Db, { schoolId, year }: StartedYear): Promise<number[]> {
  return db.values(
    id,
    sql`
      with departure as (
        delete from departures departure using school_years started
        where started.school_id = ${schoolId} and started.year = ${year}
          and departure.school_id = started.school_id
          and departure.recorded_at = started.started_at
        returning departure.*
      )
      update users set status = 'active', version = version + 1 from departure
      where users.id = departure.student_id and users.school_id = ${schoolId}
        and departure.was_active and departure.returned_at is null
      returning users.id`,
  );
}

/**
 * Puts everybody back into the class that they were in when the year started, except those who have since
 * been deleted, left, or moved to another school or role. Returns who they are.
 */
export function reopenMemberships(db: Db, { schoolId, year }: StartedYear): Promise<number[]> {
  return db.values(
    id,
    sql`
      update memberships membership
      set ended_at = null, ended_by = null, ended_by_username = null
      from school_years started, users member
      where started.school_id = ${schoolId} and started.year = ${year}
        and membership.school_id = started.school_id and membership.kind <> 'substitute'
        and membership.ended_at = started.started_at
        and member.id = membership.user_id and member.school_id = started.school_id
        and member.deleted_at is null
        and member.role = case membership.kind when 'student' then 'Student' else 'Teacher' end
        and not exists (
          select from departures departure
          where departure.student_id = member.id and departure.returned_at is null)
        and not exists (
          select from memberships later
          where later.user_id = member.id and later.kind <> 'substitute'
            and later.started_at >= started.started_at)
      returning membership.user_id`,
  );
}

const deletedYear = z.object({ started_at: z.string() });

export function deleteYear(db: Db, { schoolId, year }: StartedYear) {
  return db.one(
    deletedYear,
    sql`
      delete from school_years where school_id = ${schoolId} and year = ${year}
      returning started_at`,
  );
}

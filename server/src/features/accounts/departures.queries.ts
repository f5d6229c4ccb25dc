import type { Departure } from '@lop-xanh/contract/accounts';
import sql from 'sql-template-tag';
import type { Db } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';

export async function insertDeparture(
  db: Db,
  actor: Actor,
  {
    studentId,
    schoolId,
    departure: { left_on, reason, destination },
  }: { studentId: number; schoolId: number | null; departure: Departure },
): Promise<void> {
  await db.run(sql`
    insert into departures (school_id, student_id, left_on, reason, destination, recorded_by)
    values (${schoolId}, ${studentId}, ${left_on}, ${reason}, ${destination || null}, ${actor.id})`);
}

export async function endDeparture(db: Db, studentId: number): Promise<void> {
  await db.run(sql`
    update departures set returned_at = clock_timestamp()
    where student_id = ${studentId} and returned_at is null`);
}

import { formatLeaveDecision } from '@lop-xanh/contract/rules/leave-decision';
import sql from 'sql-template-tag';
import type { Db } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';
import { fromTeachersToday, insertNotifications, isNotifiable } from './notify.queries.ts';

interface StudentOnLeave {
  id: number;
  full_name: string;
}

/** Notifies whoever teaches the class today that a student will be absent. */
export async function notifyOfLeaveNote(
  db: Db,
  actor: Actor,
  { student, classId }: { student: StudentOnLeave; classId: number },
): Promise<void> {
  await db.run(sql`
    ${insertNotifications}
    select teacher.id, 'leave_note', ${student.id}::bigint, ${actor.id}::bigint, ${classId}::bigint,
           ${student.full_name}::text
    ${fromTeachersToday(actor, classId)}`);
}

/** Notifies the parent who sent a leave note of the decision. */
export async function notifyOfLeaveDecision(
  db: Db,
  actor: Actor,
  {
    parentId,
    student,
    isAccepted,
  }: { parentId: number; student: StudentOnLeave; isAccepted: boolean },
): Promise<void> {
  const about = formatLeaveDecision({ isAccepted, name: student.full_name });
  await db.run(sql`
    ${insertNotifications}
    select parent.id, 'leave_decided', ${student.id}::bigint, ${actor.id}::bigint, null, ${about}::text
    from users parent
    where parent.id = ${parentId}::bigint
      and ${isNotifiable(sql`parent`, sql`${actor.id}::bigint`)}`);
}

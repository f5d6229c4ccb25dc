import type { Db } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';
import { writeAuditEntries } from '../audit/audit.service.ts';
import { bumpUserVersions } from './start-year.queries.ts';
import {
  deleteClasses,
  deleteDepartures,
  deleteNotifications,
  deleteYear,
  lockClasses,
  reopenMemberships,
} from './undo-start.queries.ts';
import { findCurrentYear } from './years.queries.ts';
import { formatYear, lockOneSchool, readCurrentYear } from './years.service.ts';

/** Everything is as before the start, except for versions and ended sessions. */
export async function undoStart(
  db: Db,
  actor: Actor,
  requestedSchoolId: number | undefined,
): Promise<void> {
  const schoolId = await lockOneSchool(db, actor, requestedSchoolId);
  const started = { schoolId, year: await findCurrentYear(db, schoolId) };
  const classIds = await lockClasses(db, started);
  const { can } = await readCurrentYear(db, actor, schoolId);
  if (!can.undo) throw new AppError('start_not_undoable');

  await deleteNotifications(db, { ...started, classIds });
  const memberIds = await deleteClasses(db, classIds);
  const returnedIds = await deleteDepartures(db, started);
  const restoredIds = await reopenMemberships(db, started);
  const movedIds = new Set([...memberIds, ...restoredIds]);
  for (const id of returnedIds) movedIds.delete(id);
  await bumpUserVersions(db, [...movedIds]);
  const { started_at } = await deleteYear(db, started);
  await writeAuditEntries(db, actor, {
    action: 'undone',
    subject: 'school_year',
    name: formatYear(started.year),
    schoolId,
    details: { started_at, classes: classIds.length, members: restoredIds.length },
  });
}

import type { Retention } from '../../config.ts';
import type { Db } from '../../database/database.ts';
import type { Storage } from '../../storage/storage.ts';
import { lockSubject } from './erasure.queries.ts';
import { listMentions, recordErasure } from './erasure.service.ts';
import { settleErasures } from './erasure-records.service.ts';
import { countExpired, isDue, listDueStudents, listParentsOfOnly } from './retention.queries.ts';

/** Limited, so that no cleanup takes long; the next one continues. */
const studentsPerRun = 50;

/** Erases students who left long ago, and their parents if they have no other child. */
export async function eraseDepartedStudents(
  db: Db,
  storage: Storage,
  { departedStudents: days }: Retention,
): Promise<void> {
  const due = await listDueStudents(db, days);
  for (const { id } of due.slice(0, studentsPerRun)) {
    await db.transaction(async (transaction) => {
      const subject = await lockSubject(transaction, id);
      // The student may have come back since.
      if (!subject || !(await isDue(transaction, days, id))) return;
      const parentIds = await listParentsOfOnly(transaction, [id]);
      for (const userId of [id, ...parentIds]) await eraseExpired(transaction, userId);
    });
  }
  if (due.length > 0) await settleErasures(db, storage);
}

/** Nobody chooses: the texts that are likely about the person, and no photos. */
async function eraseExpired(db: Db, userId: number): Promise<void> {
  const subject = await lockSubject(db, userId);
  if (!subject || subject.is_erased) return;
  const mentions = (await listMentions(db, subject)).flatMap(({ kind, id, isLikely }) =>
    isLikely ? [{ kind, id }] : [],
  );
  await recordErasure(db, null, { subject, choices: { mentions, files: [] } });
}

/** What the cleanup would delete today, in words for the operator; names nobody and changes nothing. */
export async function describeExpired(db: Db, retention: Retention): Promise<string> {
  const { departedStudents, notifications, audit } = retention;
  const students = await listDueStudents(db, departedStudents);
  const parents = await listParentsOfOnly(
    db,
    students.map(({ id }) => id),
  );
  const expired = await countExpired(db, { notifications, audit });
  return [
    `${students.length} students who left more than ${departedStudents} days ago would be erased:`,
    ...students.map(
      ({ id, school_name, left_on }) => `  ${school_name}: account ${id}, left on ${left_on}`,
    ),
    `${parents.length} parents without another child would be erased.`,
    `${expired.notifications} notifications older than ${notifications} days would be deleted.`,
    `${expired.audit} audit entries older than ${audit} days would be deleted.`,
    'Nothing was changed.',
  ].join('\n');
}

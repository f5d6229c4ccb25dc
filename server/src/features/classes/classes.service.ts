import type { SchoolClass } from '@lop-xanh/contract/classes';
import type { PageQuery } from '@lop-xanh/contract/paging';
import type { Db } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';
import { decodeCursor, toPage } from '../../http/paging.ts';
import { listClasses } from './classes.queries.ts';

/** A school's classes come whole; those of all schools, which only an Admin sees, by pages. */
export async function findClasses(
  db: Db,
  actor: Actor,
  { school_id: schoolId, limit, before }: PageQuery & { school_id?: number | undefined },
): Promise<{ classes: SchoolClass[]; next: string | null }> {
  const isAdmin = actor.role === 'Admin';
  if (schoolId && !isAdmin && schoolId !== actor.school_id) throw new AppError('forbidden');
  if (!isAdmin || schoolId) {
    return { classes: await listClasses(db, actor, { schoolId }), next: null };
  }
  const [after] = before ? decodeCursor(before, ['number']) : [0];
  const rows = await listClasses(db, actor, {
    page: { after: Number(after), limit: limit + 1 },
  });
  const { page, next } = toPage(rows, limit, ({ id }) => [id]);
  return { classes: page, next };
}

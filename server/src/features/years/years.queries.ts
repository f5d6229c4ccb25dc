import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';

/** The school year whose classes the school has now. */
export function findCurrentYear(db: Db, schoolId: number): Promise<number> {
  return db.value(
    z.number(),
    sql`
      select coalesce(max(year), get_school_year(now())) from school_years
      where school_id = ${schoolId}`,
  );
}

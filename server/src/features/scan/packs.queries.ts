import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';

const schoolPack = z.object({ school_name: z.string(), waste_pack: z.string() });

export function findSchoolPack(db: Db, schoolId: number) {
  return db.maybeOne(
    schoolPack,
    sql`
      select school_name, waste_pack from schools where id = ${schoolId} and deleted_at is null`,
  );
}

export async function updateSchoolPack(db: Db, schoolId: number, pack: string): Promise<void> {
  await db.run(sql`update schools set waste_pack = ${pack} where id = ${schoolId}`);
}

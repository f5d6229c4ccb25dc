import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../database/database.ts';

/** Describes every relation, column, constraint, index, function and trigger of the schema, in order. */
export function readCatalog(db: Db): Promise<string[]> {
  return db.values(
    z.string(),
    sql`
      with relation as (
        select * from pg_class where relnamespace = 'public'::regnamespace
      )
      select format('%s %s %s %s', relkind, relpersistence, relname,
        case when relkind in ('v', 'm') then pg_get_viewdef(oid) end) as line
      from relation
      union all
      select format('column %s.%s %s %s %s%s %s', relname, attname, format_type(atttypid, atttypmod),
        attnotnull, attidentity, attgenerated, pg_get_expr(adbin, adrelid))
      from relation
      join pg_attribute on attrelid = relation.oid and attnum > 0 and not attisdropped
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
      union all
      select format('constraint %s.%s %s', relname, conname, pg_get_constraintdef(pg_constraint.oid))
      from relation join pg_constraint on conrelid = relation.oid
      union all
      select indexdef from pg_indexes where schemaname = 'public'
      union all
      select pg_get_functiondef(pg_proc.oid) from pg_proc
      where pronamespace = 'public'::regnamespace and prokind = 'f'
        and not exists (
          select from pg_depend where objid = pg_proc.oid and deptype = 'e'
        )
      union all
      select pg_get_triggerdef(pg_trigger.oid) from relation
      join pg_trigger on tgrelid = relation.oid and not tgisinternal
      order by line`,
  );
}

import { id } from '@lop-xanh/contract/fields';
import {
  type ModerationKey,
  type ModerationKind,
  moderationKinds,
} from '@lop-xanh/contract/moderation';
import sql, { join } from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';
import { describeKind, selectPresence } from './queue.queries.ts';

/** Remembers what the Mod looks at; null if they look at nothing. */
export async function savePresence(
  db: Db,
  actor: Actor,
  viewing: ModerationKey | null,
): Promise<void> {
  await db.run(
    viewing
      ? sql`
          insert into moderation_presence (user_id, school_id, kind, item_id)
          values (${actor.id}, ${actor.school_id}, ${viewing.kind}, ${viewing.id})
          on conflict (user_id) do update
            set school_id = excluded.school_id, kind = excluded.kind,
                item_id = excluded.item_id, seen_at = now()`
      : sql`delete from moderation_presence where user_id = ${actor.id}`,
  );
}

const kind = z.enum(moderationKinds);

export function listTaken(db: Db, actor: Actor) {
  return db.many(z.object({ kind, id, by: z.string() }), selectPresence(actor));
}

interface SeenItem extends ModerationKey {
  version: number;
}

/**
 * Lists those of the items that no longer wait in the version that the Mod sees, and who decided. An
 * item of another school looks like a deleted one.
 */
export function listGone(db: Db, actor: Actor, items: SeenItem[]) {
  const select = (each: ModerationKind) => {
    const { table, isWaiting } = describeKind(each, actor);
    return sql`
      select seen.kind, seen.id,
             case when not (${isWaiting}) then decider.full_name end as by
      from seen
      left join ${table} waiting
        on waiting.id = seen.id and waiting.school_id = ${actor.school_id}::bigint
      left join users decider on decider.id = waiting.decided_by
      where seen.kind = ${each}
        and (waiting.id is null or waiting.version <> seen.version or not (${isWaiting}))`;
  };
  return db.many(
    z.object({ kind, id, by: z.string().nullable() }),
    sql`
      with seen as (
        select * from jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
          as (kind text, id bigint, version bigint)
      )
      ${join(moderationKinds.map(select), ' union all ')}`,
  );
}

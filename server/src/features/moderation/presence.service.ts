import type { BodyOf, ResponseOf } from '@lop-xanh/contract/endpoint';
import type { moderation } from '@lop-xanh/contract/moderation';
import type { Db } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';
import { listGone, listTaken, savePresence } from './presence.queries.ts';
import { countQueue } from './queue.queries.ts';

type Presence = typeof moderation.presence;

export async function updatePresence(
  db: Db,
  actor: Actor,
  { viewing, items }: BodyOf<Presence>,
): Promise<ResponseOf<Presence>> {
  await savePresence(db, actor, viewing);
  const [taken, gone, counts] = await Promise.all([
    listTaken(db, actor),
    items.length > 0 ? listGone(db, actor, items) : [],
    countQueue(db, actor),
  ]);
  return { taken, gone, counts };
}

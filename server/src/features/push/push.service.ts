import type { BodyOf, ResponseOf } from '@lop-xanh/contract/endpoint';
import type { PushSettings, push } from '@lop-xanh/contract/push';
import { listPushKinds, type PushKind } from '@lop-xanh/contract/rules/push-kinds';
import type { Db } from '../../database/database.ts';
import { fieldError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';
import { deleteSubscription, readState, saveMutedKinds, saveSubscription } from './push.queries.ts';
import { areUsableKeys, isPushService } from './push.rules.ts';
import type { PushKeys } from './push-keys.ts';

type Message = ResponseOf<typeof push.mute>;

export async function readPushSettings(
  db: Db,
  actor: Actor,
  { publicKey }: PushKeys,
): Promise<PushSettings> {
  const { is_subscribed, muted_kinds } = await readState(db, actor);
  return {
    publicKey,
    isSubscribed: is_subscribed,
    kinds: [...listPushKinds(actor.role)],
    mutedKinds: muted_kinds,
  };
}

export async function subscribe(
  db: Db,
  actor: Actor,
  { endpoint, keys }: BodyOf<typeof push.subscribe>,
  { pushTestOrigin }: { pushTestOrigin: string | undefined },
): Promise<Message> {
  if (!isPushService(endpoint, pushTestOrigin)) throw fieldError('invalid_input', 'endpoint');
  if (!areUsableKeys(keys)) throw fieldError('invalid_input', 'keys');
  await db.transaction((db) => saveSubscription(db, actor, { endpoint, ...keys }));
  return { message: 'Đã bật thông báo trên thiết bị này' };
}

export async function unsubscribe(db: Db, actor: Actor): Promise<Message> {
  await deleteSubscription(db, actor);
  return { message: 'Đã tắt thông báo trên thiết bị này' };
}

export async function muteKinds(db: Db, actor: Actor, mutedKinds: PushKind[]): Promise<Message> {
  await saveMutedKinds(db, actor, [...new Set(mutedKinds)]);
  return { message: 'Đã lưu' };
}

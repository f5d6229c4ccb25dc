import type { ResponseOf } from '@lop-xanh/contract/endpoint';
import type {
  Notification,
  NotificationType,
  notifications,
  Sender,
} from '@lop-xanh/contract/notifications';
import type { Db, Run } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';
import { JsonText } from '../../http/json-text.ts';
import { decodeCursor, toPage } from '../../http/paging.ts';
import { messageOf } from './notification-words.ts';
import {
  countUnread,
  deleteOldRead,
  findNotifications,
  markAllRead,
  markRead,
  type StoredNotification,
} from './notifications.queries.ts';

const daysKept = 180;

type Page = ResponseOf<typeof notifications.list>;
type Done = ResponseOf<typeof notifications.read>;

export async function readNotifications(
  run: Run,
  actor: Actor,
  { limit, before }: { limit: number; before?: string | undefined },
): Promise<JsonText<Page>> {
  const last = before ? decodeCursor(before) : Number.MAX_SAFE_INTEGER;
  const wanted = { before: last, limit: limit + 1 };
  const { page: found, unread } = await findNotifications(run, actor, wanted);
  const { page, next } = toPage(found, limit, ({ id }) => id);
  const answer: Page = { notifications: page.map(toNotification), next, unread };
  return new JsonText(JSON.stringify(answer));
}

/** Somebody else's ids change nothing. */
export async function readSome(run: Run, actor: Actor, ids: number[]): Promise<Done> {
  await markRead(run, actor, ids);
  return { message: 'Đã đánh dấu là đã đọc', unread: await countUnread(run, actor) };
}

export async function readAll(run: Run, actor: Actor): Promise<Done> {
  await markAllRead(run, actor);
  return { message: 'Đã đánh dấu tất cả là đã đọc', unread: await countUnread(run, actor) };
}

export async function forgetOldNotifications(db: Db): Promise<void> {
  await deleteOldRead(db, { days: daysKept });
}

const refTypes: Record<NotificationType, Notification['refType']> = {
  post_pending: 'post',
  post_approved: 'post',
  post_rejected: 'post',
  post_new: 'post',
  like_agg: 'post',
  comment: 'post',
  attendance_saved: 'class',
  class_changed: 'class',
  password_reset: 'user',
};

/** News of what a teacher did with a class. */
const teachersNews: readonly NotificationType[] = ['post_pending', 'post_new', 'attendance_saved'];

function toNotification(told: StoredNotification): Notification {
  const [sender] = told.senders as [Sender];
  const refType = refTypes[told.type];
  const isRead = told.read_at !== null;
  return {
    id: told.id,
    type: told.type,
    message: messageOf(told),
    action: told.type === 'post_pending' ? 'pending_approval' : null,
    refType,
    refId: told.ref_id,
    refTitle: refType === 'post' ? told.about : null,
    sourceIds: told.source_ids,
    count: told.count,
    sendersMeta: told.senders.map((one) => ({ ...one, name: one.first_name })),
    sender,
    createdAt: told.created_at,
    read: isRead,
    isRead,
    readAt: told.read_at,
    teacher_name: teachersNews.includes(told.type) ? sender.full_name : null,
    class_name: told.class_name,
  };
}

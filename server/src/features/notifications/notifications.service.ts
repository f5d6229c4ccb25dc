import type { ResponseOf } from '@lop-xanh/contract/endpoint';
import type {
  Notification,
  NotificationSender,
  NotificationType,
  notifications,
} from '@lop-xanh/contract/notifications';
import type { Db } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';
import { JsonText } from '../../http/json-text.ts';
import { decodeCursor, toPage } from '../../http/paging.ts';
import { formatMessage } from './notification-messages.ts';
import {
  countUnread,
  deleteOld,
  findNotifications,
  markAllRead,
  markRead,
  type StoredNotification,
} from './notifications.queries.ts';

export { selectUnreadCount } from './notifications.queries.ts';

type Page = ResponseOf<typeof notifications.list>;
type ReadResult = ResponseOf<typeof notifications.read>;

export async function readNotifications(
  db: Db,
  actor: Actor,
  { limit, before }: { limit: number; before?: string | undefined },
): Promise<JsonText<Page>> {
  const last = before ? decodeCursor(before) : Number.MAX_SAFE_INTEGER;
  const { page: rows, unread } = await findNotifications(db, actor, {
    before: last,
    limit: limit + 1,
  });
  const { page, next } = toPage(rows, limit, ({ id }) => id);
  const response: Page = { notifications: page.map(toNotification), next, unread };
  return new JsonText(JSON.stringify(response));
}

/** Ignores the ids of other users' notifications. */
export async function markNotificationsRead(
  db: Db,
  actor: Actor,
  ids: number[],
): Promise<ReadResult> {
  await markRead(db, actor, ids);
  return { message: 'Đã đánh dấu là đã đọc', unread: await countUnread(db, actor) };
}

export async function markAllNotificationsRead(db: Db, actor: Actor): Promise<ReadResult> {
  await markAllRead(db, actor);
  return { message: 'Đã đánh dấu tất cả là đã đọc', unread: await countUnread(db, actor) };
}

/** Read or not. */
export async function deleteOldNotifications(db: Db, days: number): Promise<void> {
  await deleteOld(db, { days });
}

const refTypes: Record<NotificationType, Notification['refType']> = {
  post_pending: 'post',
  post_approved: 'post',
  post_rejected: 'post',
  post_withdrawn: 'post',
  post_restored: 'post',
  post_new: 'post',
  post_reminder: 'post',
  like_agg: 'post',
  comment: 'post',
  comment_held: 'post',
  comment_reported: 'post',
  comment_hidden: 'post',
  comment_restored: 'post',
  attendance_saved: 'class',
  attendance_reminder: 'class',
  attendance_corrected: 'user',
  child_absent: 'user',
  leave_note: 'user',
  leave_decided: 'user',
  class_changed: 'class',
  password_reset: 'user',
  consent_withdrawn: 'user',
  request_filed: 'user',
  request_answered: 'user',
  request_done: 'user',
  avatar_decided: 'user',
};

const typesSentByTeachers: readonly NotificationType[] = [
  'post_pending',
  'post_new',
  'attendance_saved',
];

function toNotification(row: StoredNotification): Notification {
  const [latestSender] = row.senders as [NotificationSender];
  const refType = refTypes[row.type];
  const isRead = row.read_at !== null;
  return {
    id: row.id,
    type: row.type,
    message: formatMessage(row),
    action: row.type === 'post_pending' ? 'pending_approval' : null,
    refType,
    refId: row.ref_id,
    refTitle: refType === 'post' ? row.about : null,
    about: row.about,
    sourceIds: row.source_ids,
    count: row.count,
    sendersMeta: row.senders.map((sender) => ({ ...sender, name: sender.first_name })),
    sender: latestSender,
    createdAt: row.created_at,
    read: isRead,
    isRead,
    readAt: row.read_at,
    teacher_name: typesSentByTeachers.includes(row.type) ? latestSender.full_name : null,
    class_name: row.class_names[0] ?? null,
    class_names: row.class_names,
  };
}

import { z } from 'zod';
import { endpoint, everyone } from './endpoint.ts';
import { id } from './fields.ts';
import { nextCursor, pageQuery } from './paging.ts';

export const notificationTypes = [
  'post_pending',
  'post_approved',
  'post_rejected',
  'post_withdrawn',
  'post_restored',
  'post_new',
  'post_reminder',
  'like_agg',
  'comment',
  'comment_held',
  'comment_reported',
  'comment_hidden',
  'comment_restored',
  'attendance_saved',
  'attendance_corrected',
  'attendance_reminder',
  'child_absent',
  'leave_note',
  'leave_decided',
  'class_changed',
  'password_reset',
  'consent_withdrawn',
  'request_filed',
  'request_answered',
  'request_done',
  'avatar_decided',
] as const;
export type NotificationType = (typeof notificationTypes)[number];

/** A user as shown in a notification. */
export const notificationSender = z.object({
  id,
  avt: z.string(),
  first_name: z.string(),
  full_name: z.string(),
});
export type NotificationSender = z.infer<typeof notificationSender>;

const notification = z.object({
  id,
  type: z.enum(notificationTypes),
  message: z.string(),
  /** The action requested from the recipient, or null. */
  action: z.literal('pending_approval').nullable(),
  refType: z.enum(['post', 'class', 'user']),
  refId: id,
  /** The title of the post at that time. */
  refTitle: z.string().nullable(),
  /** The text in the message: the title of the post, the week or the former class. */
  about: z.string().nullable(),
  /** The notifications it stands for, newest first: all of a group, otherwise just itself. */
  sourceIds: z.array(id),
  /** The number of different users behind it. */
  count: z.number().int().positive(),
  /** The newest of them. */
  sendersMeta: z.array(notificationSender.extend({ name: z.string() })),
  sender: notificationSender,
  createdAt: z.string(),
  read: z.boolean(),
  isRead: z.boolean(),
  readAt: z.string().nullable(),
  teacher_name: z.string().nullable(),
  class_name: z.string().nullable(),
  /** The classes of all its sources, newest first. */
  class_names: z.array(z.string()),
});
export type Notification = z.infer<typeof notification>;

const unread = z.number().int().nonnegative();
const readResponse = z.object({ message: z.string(), unread });

export const notifications = {
  list: endpoint({
    method: 'GET',
    path: '/api/notifications',
    summary: "The user's notifications, newest first, with those of the same kind grouped",
    access: everyone('own'),
    query: pageQuery,
    response: z.object({ notifications: z.array(notification), next: nextCursor, unread }),
  }),
  read: endpoint({
    method: 'POST',
    path: '/api/notifications/read',
    summary: 'Mark notifications as read, including their whole groups',
    access: everyone('own'),
    withoutIdempotencyKey: true,
    body: z.object({ ids: z.array(id).max(1000) }),
    response: readResponse,
  }),
  readAll: endpoint({
    method: 'POST',
    path: '/api/notifications/read-all',
    summary: 'Mark all notifications as read',
    access: everyone('own'),
    withoutIdempotencyKey: true,
    response: readResponse,
  }),
  stream: endpoint({
    method: 'GET',
    path: '/api/notifications/stream',
    summary: 'Server-sent events with the unread count, now and after each change',
    access: everyone('own'),
    stream: true,
    response: z.string(),
  }),
};

/** The data of an event in the stream. */
export interface UnreadEvent {
  unread: number;
}

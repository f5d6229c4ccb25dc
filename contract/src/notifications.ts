import { z } from 'zod';
import { endpoint, everyone } from './endpoint.ts';
import { id } from './fields.ts';
import { nextCursor, pageQuery } from './paging.ts';

export const notificationTypes = [
  'post_pending',
  'post_approved',
  'post_rejected',
  'post_new',
  'like_agg',
  'comment',
  'attendance_saved',
  'class_changed',
  'password_reset',
] as const;
export type NotificationType = (typeof notificationTypes)[number];

/** Somebody as a notification shows them. */
const sender = z.object({
  id,
  avt: z.string(),
  first_name: z.string(),
  full_name: z.string(),
});
export type Sender = z.infer<typeof sender>;

const notification = z.object({
  id,
  type: z.enum(notificationTypes),
  message: z.string(),
  /** What is asked of the reader, or null. */
  action: z.literal('pending_approval').nullable(),
  refType: z.enum(['post', 'class', 'user']),
  refId: id,
  /** The title of the post as it was then. */
  refTitle: z.string().nullable(),
  /** The notifications behind it, newest first: all likes of a group, else itself alone. */
  sourceIds: z.array(id),
  /** How many people are behind it. */
  count: z.number().int().positive(),
  /** The newest of them. */
  sendersMeta: z.array(sender.extend({ name: z.string() })),
  sender,
  createdAt: z.string(),
  read: z.boolean(),
  isRead: z.boolean(),
  readAt: z.string().nullable(),
  teacher_name: z.string().nullable(),
  class_name: z.string().nullable(),
});
export type Notification = z.infer<typeof notification>;

const unread = z.number().int().nonnegative();
const done = z.object({ message: z.string(), unread });

export const notifications = {
  list: endpoint({
    method: 'GET',
    path: '/api/notifications',
    summary: "The caller's notifications, newest first, with likes in groups",
    access: everyone('own'),
    query: pageQuery,
    response: z.object({ notifications: z.array(notification), next: nextCursor, unread }),
  }),
  read: endpoint({
    method: 'POST',
    path: '/api/notifications/read',
    summary: 'Mark notifications as read, each with all likes of its group',
    access: everyone('own'),
    withoutKey: true,
    body: z.object({ ids: z.array(id).max(1000) }),
    response: done,
  }),
  readAll: endpoint({
    method: 'POST',
    path: '/api/notifications/read-all',
    summary: 'Mark all notifications as read',
    access: everyone('own'),
    withoutKey: true,
    response: done,
  }),
  stream: endpoint({
    method: 'GET',
    path: '/api/notifications/stream',
    summary: 'Server-sent events: how many are unread, now and after each change',
    access: everyone('own'),
    stream: true,
    response: z.string(),
  }),
};

/** What an event of the stream carries. */
export interface UnreadEvent {
  unread: number;
}

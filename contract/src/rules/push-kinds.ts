import type { NotificationType } from '../notifications.ts';
import type { Role } from './roles.ts';

export const pushKinds = ['posts', 'comments', 'attendance', 'approvals', 'account'] as const;
export type PushKind = (typeof pushKinds)[number];

/** The kind by which a user turns push messages of a notification on or off. */
export const pushKindOf: Record<NotificationType, PushKind> = {
  post_new: 'posts',
  post_reminder: 'posts',
  post_approved: 'posts',
  post_rejected: 'posts',
  post_withdrawn: 'posts',
  post_restored: 'posts',
  like_agg: 'comments',
  comment: 'comments',
  comment_hidden: 'comments',
  comment_restored: 'comments',
  child_absent: 'attendance',
  attendance_corrected: 'attendance',
  attendance_saved: 'attendance',
  attendance_reminder: 'attendance',
  leave_note: 'attendance',
  leave_decided: 'attendance',
  post_pending: 'approvals',
  comment_held: 'approvals',
  comment_reported: 'approvals',
  consent_withdrawn: 'approvals',
  request_filed: 'approvals',
  class_changed: 'account',
  password_reset: 'account',
  request_answered: 'account',
  request_done: 'account',
  avatar_decided: 'account',
};

const familyKinds: PushKind[] = ['posts', 'comments', 'attendance', 'account'];

/** The kinds that a role can receive. */
export function listPushKinds(role: Role): readonly PushKind[] {
  return role === 'Student' || role === 'Parent' ? familyKinds : pushKinds;
}

/** What other features call to notify users, in the transaction of the change itself. */
export { notifyOfAvatarDecision } from './avatar-notifications.queries.ts';
export {
  notifyCommentAuthor,
  notifyModerators,
  notifyOfVisibleComment,
} from './comment-notifications.queries.ts';
export { notifyOfLeaveDecision, notifyOfLeaveNote } from './leave-notifications.queries.ts';
export {
  attendanceGroupKey,
  notifyOfAbsences,
  notifyOfAttendance,
  notifyOfConsentAge,
  notifyOfConsentWithdrawals,
  notifyOfCorrection,
  notifyOfMissingSheet,
  notifyOfPasswordResets,
  notifyOfTransfers,
  postGroupKey,
} from './notify.queries.ts';
export {
  deleteNewPostNotifications,
  notifyOfDecision,
  notifyOfLike,
  notifyOfNewPost,
  notifyOfPendingPost,
  notifyOfReminder,
  withdrawLikeNotification,
} from './post-notifications.queries.ts';
export { notifyOfRequest, notifyRequester } from './request-notifications.queries.ts';

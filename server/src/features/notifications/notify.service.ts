/** What other features call to notify users, in the transaction of the change itself. */
export {
  notifyCommentAuthor,
  notifyModerators,
  notifyOfVisibleComment,
} from './comment-notifications.queries.ts';
export {
  attendanceGroupKey,
  notifyOfAbsences,
  notifyOfAttendance,
  notifyOfConsentWithdrawals,
  notifyOfCorrection,
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
  withdrawLikeNotification,
} from './post-notifications.queries.ts';

/** What other features call to notify users, in the transaction of the change itself. */
export {
  attendanceGroupKey,
  notifyOfAbsences,
  notifyOfAttendance,
  notifyOfCorrection,
  notifyOfPasswordResets,
  notifyOfTransfers,
  postGroupKey,
} from './notify.queries.ts';
export {
  notifyOfComment,
  notifyOfDecision,
  notifyOfLike,
  notifyOfNewPost,
  notifyOfPendingPost,
  withdrawLikeNotification,
} from './post-notifications.queries.ts';

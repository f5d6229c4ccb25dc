/** What other features call to notify users, in the transaction of the change itself. */
export {
  deleteLikeNotificationSql,
  notifyAuthorSql,
  notifyModsSql,
  notifyOfAttendance,
  notifyOfDecision,
  notifyOfPasswordResets,
  notifyOfPendingPost,
  notifyOfTransfers,
} from './notify.queries.ts';

import { messages } from '@lop-xanh/contract/messages';
import type { NotificationType } from '@lop-xanh/contract/notifications';
import { formatLikesMessage } from '@lop-xanh/contract/rules/like-groups';
import { parseNotifiedRecord } from '@lop-xanh/contract/rules/notified-record';
import type { StoredNotification } from './notifications.queries.ts';

const likesTexts = {
  others: messages.notifications.others,
  liked: messages.notifications.liked,
};

const statusLabels = { present: 'Có mặt', absent: 'Vắng' };

const formatters: Record<NotificationType, (notification: StoredNotification) => string> = {
  post_pending: ({ about }) => `Bài viết chờ duyệt: “${about}”`,
  post_approved: ({ about }) => `Bài viết “${about}” của bạn đã được duyệt`,
  post_rejected: ({ about }) => `Bài viết “${about}” của bạn đã bị từ chối`,
  post_withdrawn: ({ about }) => `Bài viết “${about}” của bạn đã được gỡ`,
  post_restored: ({ about }) => `Bài viết “${about}” của bạn đã được đăng lại`,
  post_new: ({ about }) => `Bài viết mới: “${about}”`,
  like_agg: ({ senders, count }) =>
    formatLikesMessage(
      senders.map(({ first_name }) => first_name),
      count,
      likesTexts,
    ),
  comment: ({ senders, about }) =>
    `${senders[0]?.full_name} đã bình luận về bài viết “${about}” của bạn`,
  comment_held: ({ about }) => `Bình luận chờ duyệt ở bài viết “${about}”`,
  comment_reported: ({ about }) => `Bình luận bị báo cáo ở bài viết “${about}”`,
  comment_hidden: ({ about }) => `Bình luận của bạn ở bài viết “${about}” đã được ẩn`,
  comment_restored: ({ about }) => `Bình luận của bạn ở bài viết “${about}” đã được hiện lại`,
  attendance_saved: ({ about, class_name }) => `Lớp ${class_name} đã điểm danh tuần ${about}`,
  attendance_corrected: ({ about, class_name }) => {
    const { week, status, name } = parseNotifiedRecord(about ?? '');
    return status
      ? `Điểm danh tuần ${week} của ${name} đã được sửa: ${statusLabels[status]}`
      : `Điểm danh tuần ${week} của lớp ${class_name} đã được sửa`;
  },
  child_absent: ({ about, class_name }) => {
    const { week, name } = parseNotifiedRecord(about ?? '');
    return `${name} vắng mặt ở lớp ${class_name}, tuần ${week}`;
  },
  class_changed: ({ about, class_name }) =>
    class_name === null ? `Bạn không còn ở lớp ${about}` : `Bạn được xếp vào lớp ${class_name}`,
  password_reset: () => 'Mật khẩu của bạn đã được đặt lại',
};

export function formatMessage(notification: StoredNotification): string {
  return formatters[notification.type](notification);
}

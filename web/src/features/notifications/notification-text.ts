import { t } from '@lingui/core/macro';
import type { Notification } from '@lop-xanh/contract/notifications';
import { formatLikesMessage } from '@lop-xanh/contract/rules/notification-groups';
import { messages } from '../../language/messages.ts';

/** The server's message in the chosen language. */
export function describeNotification(notification: Notification): string {
  const { type, sender, count, sendersMeta } = notification;
  const about = notification.about ?? '';
  const className = notification.class_name ?? '';
  const senderName = sender.full_name;
  switch (type) {
    case 'post_pending':
      return t`Bài viết chờ duyệt: “${about}”`;
    case 'post_approved':
      return t`Bài viết “${about}” của bạn đã được duyệt`;
    case 'post_rejected':
      return t`Bài viết “${about}” của bạn đã bị từ chối`;
    case 'post_new':
      return t`Bài viết mới: “${about}”`;
    case 'like_agg':
      return formatLikesMessage(
        sendersMeta.map(({ first_name }) => first_name),
        count,
        { others: messages.notifications.others, liked: messages.notifications.liked },
      );
    case 'comment':
      return t`${senderName} đã bình luận về bài viết “${about}” của bạn`;
    case 'attendance_saved':
      return t`Lớp ${className} đã điểm danh tuần ${about}`;
    case 'class_changed':
      return className === ''
        ? t`Bạn không còn ở lớp ${about}`
        : t`Bạn được xếp vào lớp ${className}`;
    case 'password_reset':
      return t`Mật khẩu của bạn đã được đặt lại`;
  }
}

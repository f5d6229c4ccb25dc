import { messages } from '@lop-xanh/contract/messages';
import type { NotificationType } from '@lop-xanh/contract/notifications';
import { parseEndedConsent } from '@lop-xanh/contract/rules/ended-consent';
import { parseLeaveDecision } from '@lop-xanh/contract/rules/leave-decision';
import { limits } from '@lop-xanh/contract/rules/limits';
import { formatLikesMessage, splitNames } from '@lop-xanh/contract/rules/notification-groups';
import { parseNotifiedRecord } from '@lop-xanh/contract/rules/notified-record';
import type { StoredNotification } from './notifications.queries.ts';

const likesTexts = {
  others: messages.notifications.others,
  liked: messages.notifications.liked,
};

const list = new Intl.ListFormat('vi');
const statusLabels = { present: 'Có mặt', absent: 'Vắng' };

const formatters: Record<NotificationType, (notification: StoredNotification) => string> = {
  post_pending: ({ about }) => `Bài viết chờ duyệt: “${about}”`,
  post_approved: ({ about }) => `Bài viết “${about}” của bạn đã được duyệt`,
  post_rejected: ({ about }) => `Bài viết “${about}” của bạn đã bị từ chối`,
  post_withdrawn: ({ about }) => `Bài viết “${about}” của bạn đã được gỡ`,
  post_restored: ({ about }) => `Bài viết “${about}” của bạn đã được đăng lại`,
  post_new: ({ about }) => `Bài viết mới: “${about}”`,
  post_reminder: ({ about }) => `Nhắc bạn xem bài viết “${about}”`,
  like_agg: ({ senders, count }) =>
    formatLikesMessage(
      senders.map(({ first_name }) => first_name),
      count,
      likesTexts,
    ),
  comment: (notification) =>
    `${formatSenders(notification)} đã bình luận về bài viết “${notification.about}” của bạn`,
  comment_held: ({ about, source_ids }) =>
    source_ids.length === 1
      ? `Bình luận chờ duyệt ở bài viết “${about}”`
      : `${source_ids.length} bình luận chờ duyệt ở bài viết “${about}”`,
  comment_reported: ({ about, source_ids }) =>
    source_ids.length === 1
      ? `Bình luận bị báo cáo ở bài viết “${about}”`
      : `${source_ids.length} báo cáo về bình luận ở bài viết “${about}”`,
  comment_hidden: ({ about }) => `Bình luận của bạn ở bài viết “${about}” đã được ẩn`,
  comment_restored: ({ about }) => `Bình luận của bạn ở bài viết “${about}” đã được hiện lại`,
  attendance_saved: ({ about, class_names }) =>
    `Lớp ${formatNames(class_names, class_names.length, 'lớp')} đã điểm danh tuần ${about}`,
  attendance_reminder: ({ about, class_names: [className] }) =>
    `Nhắc bạn điểm danh lớp ${className}, tuần ${about}`,
  attendance_corrected: ({ about, class_names: [className] }) => {
    const { week, status, name } = parseNotifiedRecord(about ?? '');
    return status
      ? `Điểm danh tuần ${week} của ${name} đã được sửa: ${statusLabels[status]}`
      : `Điểm danh tuần ${week} của lớp ${className} đã được sửa`;
  },
  child_absent: ({ about, class_names: [className] }) => {
    const { week, name } = parseNotifiedRecord(about ?? '');
    return `${name} vắng mặt ở lớp ${className}, tuần ${week}`;
  },
  leave_note: ({ about }) => `Đơn xin nghỉ của ${about}`,
  leave_decided: ({ about }) => {
    const { isAccepted, name } = parseLeaveDecision(about ?? '');
    return isAccepted
      ? `Đơn xin nghỉ của ${name} đã được chấp nhận`
      : `Đơn xin nghỉ của ${name} không được chấp nhận`;
  },
  class_changed: ({ about, class_names: [name] }) =>
    name === undefined ? `Bạn không còn ở lớp ${about}` : `Bạn được xếp vào lớp ${name}`,
  password_reset: () => 'Mật khẩu của bạn đã được đặt lại',
  consent_withdrawn: ({ about }) => {
    const { isByAge, name } = parseEndedConsent(about ?? '');
    return isByAge
      ? `${name} đã đủ ${limits.consentAge} tuổi: từ nay ảnh chỉ được đăng khi chính em cũng đồng ý`
      : `${name} không còn được đăng ảnh: xem lại các bài có ảnh`;
  },
  request_filed: ({ about }) => `Yêu cầu về dữ liệu của ${about}`,
  request_answered: ({ about }) => `Nhà trường đã trả lời yêu cầu về dữ liệu của ${about}`,
  request_done: ({ about }) =>
    about === null
      ? 'Dữ liệu đã được xóa theo yêu cầu của bạn'
      : `Yêu cầu về dữ liệu của ${about} đã hoàn tất`,
  avatar_decided: ({ about }) =>
    about === 'approved'
      ? 'Ảnh đại diện của bạn đã được duyệt'
      : 'Ảnh đại diện của bạn chưa được duyệt, hãy chọn ảnh khác',
};

export function formatMessage(notification: StoredNotification): string {
  return formatters[notification.type](notification);
}

/** A single user by the full name, several by their first names. */
function formatSenders({ senders, count }: StoredNotification): string {
  const names = senders.map(({ first_name, full_name }) => (count === 1 ? full_name : first_name));
  return formatNames(names, count, 'người');
}

/** 'An, Bình và 2 người khác'. */
function formatNames(names: readonly string[], count: number, noun: string): string {
  const { shown, others } = splitNames(names, count);
  return list.format(others === 0 ? shown : [...shown, `${others} ${noun} khác`]);
}

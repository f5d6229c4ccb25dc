import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import type { Notification } from '@lop-xanh/contract/notifications';
import { parseEndedConsent } from '@lop-xanh/contract/rules/ended-consent';
import { parseLeaveDecision } from '@lop-xanh/contract/rules/leave-decision';
import { limits } from '@lop-xanh/contract/rules/limits';
import { formatLikesMessage, splitNames } from '@lop-xanh/contract/rules/notification-groups';
import { parseNotifiedRecord } from '@lop-xanh/contract/rules/notified-record';
import { messages } from '../../language/messages.ts';

/** The server's message in the chosen language. */
export function describeNotification(notification: Notification): string {
  const { type, count, sendersMeta, sourceIds } = notification;
  const about = notification.about ?? '';
  const className = notification.class_name ?? '';
  const sources = sourceIds.length;
  switch (type) {
    case 'post_pending':
      return t`Bài viết chờ duyệt: “${about}”`;
    case 'post_approved':
      return t`Bài viết “${about}” của bạn đã được duyệt`;
    case 'post_rejected':
      return t`Bài viết “${about}” của bạn đã bị từ chối`;
    case 'post_withdrawn':
      return t`Bài viết “${about}” của bạn đã được gỡ`;
    case 'post_restored':
      return t`Bài viết “${about}” của bạn đã được đăng lại`;
    case 'post_new':
      return t`Bài viết mới: “${about}”`;
    case 'post_reminder':
      return t`Nhắc bạn xem bài viết “${about}”`;
    case 'like_agg':
      return formatLikesMessage(
        sendersMeta.map(({ first_name }) => first_name),
        count,
        { others: messages.notifications.others, liked: messages.notifications.liked },
      );
    case 'comment': {
      const senderName = formatSenders(notification);
      return t`${senderName} đã bình luận về bài viết “${about}” của bạn`;
    }
    case 'comment_held':
      return sources === 1
        ? t`Bình luận chờ duyệt ở bài viết “${about}”`
        : t`${sources} bình luận chờ duyệt ở bài viết “${about}”`;
    case 'comment_reported':
      return sources === 1
        ? t`Bình luận bị báo cáo ở bài viết “${about}”`
        : t`${sources} báo cáo về bình luận ở bài viết “${about}”`;
    case 'comment_hidden':
      return t`Bình luận của bạn ở bài viết “${about}” đã được ẩn`;
    case 'comment_restored':
      return t`Bình luận của bạn ở bài viết “${about}” đã được hiện lại`;
    case 'attendance_saved':
      return describeAttendance(notification, about);
    case 'attendance_reminder':
      return t`Nhắc bạn điểm danh lớp ${className}, tuần ${about}`;
    case 'attendance_corrected':
      return describeCorrection(about, className);
    case 'child_absent': {
      const { week, name } = parseNotifiedRecord(about);
      return t`${name} vắng mặt ở lớp ${className}, tuần ${week}`;
    }
    case 'leave_note':
      return t`Đơn xin nghỉ của ${about}`;
    case 'leave_decided': {
      const { isAccepted, name } = parseLeaveDecision(about);
      return isAccepted
        ? t`Đơn xin nghỉ của ${name} đã được chấp nhận`
        : t`Đơn xin nghỉ của ${name} không được chấp nhận`;
    }
    case 'avatar_decided':
      return about === 'approved'
        ? t`Ảnh đại diện của bạn đã được duyệt`
        : t`Ảnh đại diện của bạn chưa được duyệt, hãy chọn ảnh khác`;
    case 'class_changed':
      return className === ''
        ? t`Bạn không còn ở lớp ${about}`
        : t`Bạn được xếp vào lớp ${className}`;
    case 'password_reset':
      return t`Mật khẩu của bạn đã được đặt lại`;
    case 'consent_withdrawn': {
      const { isByAge, name } = parseEndedConsent(about);
      const { consentAge: age } = limits;
      return isByAge
        ? t`${name} đã đủ ${age} tuổi: từ nay ảnh chỉ được đăng khi chính em cũng đồng ý`
        : t`${name} không còn được đăng ảnh: xem lại các bài có ảnh`;
    }
    case 'request_filed':
      return t`Yêu cầu về dữ liệu của ${about}`;
    case 'request_answered':
      return t`Nhà trường đã trả lời yêu cầu về dữ liệu của ${about}`;
    case 'request_done':
      return notification.about === null
        ? t`Dữ liệu đã được xóa theo yêu cầu của bạn`
        : t`Yêu cầu về dữ liệu của ${about} đã hoàn tất`;
  }
}

function describeAttendance({ class_names: names }: Notification, about: string): string {
  const [className = ''] = names;
  if (names.length <= 1) return t`Lớp ${className} đã điểm danh tuần ${about}`;
  const { shown, others } = splitNames(names, names.length);
  const classNames = joinNames(shown, others > 0 && t`${others} lớp khác`);
  return t`Lớp ${classNames} đã điểm danh tuần ${about}`;
}

/** A teacher may be told of several records at once. */
function describeCorrection(about: string, className: string): string {
  const { week, status, name } = parseNotifiedRecord(about);
  switch (status) {
    case 'present':
      return t`Điểm danh tuần ${week} của ${name} đã được sửa: Có mặt`;
    case 'absent':
      return t`Điểm danh tuần ${week} của ${name} đã được sửa: Vắng`;
    case undefined:
      return t`Điểm danh tuần ${week} của lớp ${className} đã được sửa`;
  }
}

/** A single user by the full name, several by their first names: 'An, Bình và 2 người khác'. */
function formatSenders({ sender, sendersMeta, count }: Notification): string {
  if (count === 1) return sender.full_name;
  const names = sendersMeta.map(({ first_name }) => first_name);
  const { shown, others } = splitNames(names, count);
  return joinNames(shown, others > 0 && t`${others} người khác`);
}

function joinNames(names: readonly string[], others: string | false): string {
  const list = new Intl.ListFormat(i18n.locale === 'en' ? 'en-GB' : 'vi');
  return list.format(others ? [...names, others] : names);
}

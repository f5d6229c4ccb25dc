import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import type { AuditAction, AuditEntry, AuditSubject } from '@lop-xanh/contract/audit';

const actionLabels: Record<AuditAction, MessageDescriptor> = {
  created: msg`Tạo`,
  changed: msg`Sửa`,
  reset: msg`Đặt lại mật khẩu`,
  unlocked: msg`Mở khóa đăng nhập`,
  deleted: msg`Xóa`,
  imported: msg`Nhập tệp`,
  exported: msg`Xuất tệp`,
  started: msg`Bắt đầu`,
  undone: msg`Hoàn tác`,
  left: msg`Rời trường`,
  returned: msg`Quay lại trường`,
  approved: msg`Duyệt`,
  rejected: msg`Từ chối`,
  withdrawn: msg`Gỡ`,
  restored: msg`Khôi phục`,
  hidden: msg`Ẩn`,
  corrected: msg`Đính chính`,
  answered: msg`Trả lời`,
  finished: msg`Hoàn tất`,
  ended: msg`Kết thúc`,
  erased: msg`Xóa dữ liệu`,
  linked: msg`Liên kết`,
  unlinked: msg`Bỏ liên kết`,
};

const describeAction: Record<AuditAction, (subject: string) => string> = {
  created: (subject) => t`Tạo ${subject}`,
  changed: (subject) => t`Sửa ${subject}`,
  reset: (subject) => t`Đặt lại mật khẩu ${subject}`,
  unlocked: (subject) => t`Mở khóa đăng nhập ${subject}`,
  deleted: (subject) => t`Xóa ${subject}`,
  imported: (subject) => t`Nhập tệp ${subject}`,
  exported: (subject) => t`Xuất tệp ${subject}`,
  started: (subject) => t`Bắt đầu ${subject}`,
  undone: (subject) => t`Hoàn tác ${subject}`,
  left: (subject) => t`Ghi nhận rời trường: ${subject}`,
  returned: (subject) => t`Ghi nhận quay lại trường: ${subject}`,
  approved: (subject) => t`Duyệt ${subject}`,
  rejected: (subject) => t`Từ chối ${subject}`,
  withdrawn: (subject) => t`Gỡ ${subject}`,
  restored: (subject) => t`Khôi phục ${subject}`,
  hidden: (subject) => t`Ẩn ${subject}`,
  corrected: (subject) => t`Đính chính ${subject}`,
  answered: (subject) => t`Trả lời ${subject}`,
  finished: (subject) => t`Hoàn tất ${subject}`,
  ended: (subject) => t`Kết thúc ${subject}`,
  erased: (subject) => t`Xóa dữ liệu: ${subject}`,
  linked: (subject) => t`Liên kết ${subject}`,
  unlinked: (subject) => t`Bỏ liên kết ${subject}`,
};

const subjectLabels: Record<AuditSubject, MessageDescriptor> = {
  school: msg`trường`,
  class: msg`lớp`,
  account: msg`tài khoản`,
  students: msg`học sinh`,
  teachers: msg`giáo viên`,
  lesson: msg`bài giảng`,
  school_year: msg`năm học`,
  substitute: msg`giáo viên dạy thay`,
  post: msg`bài viết`,
  comment: msg`bình luận`,
  comment_settings: msg`cài đặt bình luận`,
  attendance: msg`điểm danh`,
  student_report: msg`báo cáo học sinh`,
  audit_log: msg`nhật ký`,
  photo_consent: msg`đồng ý đăng ảnh`,
  data_request: msg`yêu cầu về dữ liệu`,
  card: msg`thẻ đăng nhập`,
  second_factor: msg`xác thực hai bước`,
  session: msg`phiên đăng nhập`,
  leave_note: msg`đơn xin nghỉ`,
  avatar: msg`ảnh đại diện`,
  scanner: msg`máy quét rác`,
};

export function getActionLabel(action: AuditAction): string {
  return i18n._(actionLabels[action]);
}

export function getSubjectLabel(subject: AuditSubject): string {
  return i18n._(subjectLabels[subject]);
}

/** What was done, such as 'Xóa lớp 1A'. */
export function describeEntry({
  action,
  subject,
  subject_name: name,
}: Pick<AuditEntry, 'action' | 'subject' | 'subject_name'>): string {
  const label = getSubjectLabel(subject);
  // Of a comment, the log knows only the post.
  const described =
    subject === 'comment'
      ? t`bình luận ở bài viết ${name}`
      : [label, name].filter(Boolean).join(' ');
  return describeAction[action](described);
}

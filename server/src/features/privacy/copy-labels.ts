import type { Session } from '@lop-xanh/contract/factors';
import type { NotificationType } from '@lop-xanh/contract/notifications';
import type { PushKind } from '@lop-xanh/contract/rules/push-kinds';

export const sexLabels: Record<string, string> = { female: 'Nữ', male: 'Nam' };
export const accountStatusLabels: Record<string, string> = {
  active: 'Hoạt động',
  inactive: 'Ngừng hoạt động',
};
export const pushLabels: Record<PushKind, string> = {
  posts: 'Bài viết',
  comments: 'Bình luận và lượt thích',
  attendance: 'Điểm danh và xin nghỉ',
  approvals: 'Việc chờ duyệt',
  account: 'Lớp và tài khoản',
};
export const languageLabels: Record<string, string> = { vi: 'Tiếng Việt', en: 'Tiếng Anh' };
export const sideLabels = { guardian: 'Người giám hộ', child: 'Học sinh' };
export const decisionLabels = { given: 'Đồng ý', refused: 'Không đồng ý' };
export const evidenceLabels = { paper: 'Giấy', import: 'Tệp nhập', app: 'Ứng dụng' };
export const membershipLabels = {
  student: 'Học sinh',
  homeroom: 'Chủ nhiệm',
  substitute: 'Dạy thay',
};
export const departureLabels: Record<string, string> = {
  moved: 'Chuyển trường',
  graduated: 'Tốt nghiệp',
  other: 'Lý do khác',
};
export const attendanceLabels = { present: 'Có mặt', absent: 'Vắng' };
export const leaveLabels = {
  sent: 'Chờ trả lời',
  accepted: 'Được chấp nhận',
  refused: 'Không được chấp nhận',
  withdrawn: 'Đã rút',
};
export const commentLabels: Record<string, string> = {
  visible: 'Hiện',
  held: 'Chờ duyệt',
  hidden: 'Ẩn',
};
export const postLabels: Record<string, string> = {
  pending: 'Chờ duyệt',
  approved: 'Đã duyệt',
  rejected: 'Bị từ chối',
  withdrawn: 'Đã gỡ',
};
export const kindLabels = {
  copy: 'Bản sao dữ liệu',
  correction: 'Sửa dữ liệu',
  erasure: 'Xóa dữ liệu',
  withdrawal: 'Rút lại đồng ý',
};
export const requestLabels = {
  open: 'Chờ trả lời',
  accepted: 'Được chấp nhận',
  refused: 'Bị từ chối',
  done: 'Hoàn tất',
};
export const notificationLabels: Record<NotificationType, string> = {
  post_pending: 'Bài viết chờ duyệt',
  post_approved: 'Bài viết được duyệt',
  post_rejected: 'Bài viết bị từ chối',
  post_withdrawn: 'Bài viết được gỡ',
  post_restored: 'Bài viết được đăng lại',
  post_new: 'Bài viết mới',
  post_reminder: 'Nhắc xem bài viết',
  attendance_reminder: 'Nhắc điểm danh',
  like_agg: 'Lượt thích bài viết',
  comment: 'Bình luận về bài viết',
  comment_held: 'Bình luận chờ duyệt',
  comment_reported: 'Bình luận bị báo cáo',
  comment_hidden: 'Bình luận được ẩn',
  comment_restored: 'Bình luận được hiện lại',
  attendance_saved: 'Lớp đã điểm danh',
  attendance_corrected: 'Điểm danh được sửa',
  child_absent: 'Con vắng mặt',
  leave_note: 'Đơn xin nghỉ',
  leave_decided: 'Trả lời đơn xin nghỉ',
  class_changed: 'Chuyển lớp',
  password_reset: 'Mật khẩu được đặt lại',
  consent_withdrawn: 'Rút lại đồng ý đăng ảnh',
  request_filed: 'Yêu cầu về dữ liệu',
  request_answered: 'Yêu cầu được trả lời',
  request_done: 'Yêu cầu hoàn tất',
  avatar_decided: 'Ảnh đại diện được xét duyệt',
};
export const openedByLabels: Record<Session['openedBy'], string> = {
  password: 'Mật khẩu',
  card: 'Thẻ',
  passkey: 'Khóa truy cập',
};

export const toLabel = (labels: Record<string, string>, value: string | null) =>
  value === null ? '' : (labels[value] ?? value);

import type { I18n } from '@lingui/core';
import type { AuditAction, AuditEntry, AuditSubject } from '@lop-xanh/contract/audit';
import { formatDateTime } from '@lop-xanh/contract/rules/dates';
import type { Role } from '@lop-xanh/contract/rules/roles';
import type { Table } from '../../tables/write-table.ts';

const headings = [
  'Lúc',
  'Người thực hiện',
  'Vai trò',
  'Việc',
  'Về',
  'Tên gọi',
  'Trường',
  'Mục thay đổi',
  'Trước',
  'Sau',
  'Chi tiết',
];

export const roleLabels: Record<Role, string> = {
  Student: 'Học sinh',
  Parent: 'Phụ huynh',
  Teacher: 'Giáo viên',
  Mod: 'Quản trị trường',
  Admin: 'Quản trị viên',
};

export const actionLabels: Record<AuditAction, string> = {
  created: 'Tạo',
  changed: 'Sửa',
  reset: 'Đặt lại mật khẩu',
  unlocked: 'Mở khóa đăng nhập',
  deleted: 'Xóa',
  imported: 'Nhập tệp',
  exported: 'Xuất tệp',
  started: 'Bắt đầu',
  undone: 'Hoàn tác',
  left: 'Rời trường',
  returned: 'Quay lại trường',
  approved: 'Duyệt',
  rejected: 'Từ chối',
  withdrawn: 'Gỡ',
  restored: 'Khôi phục',
  hidden: 'Ẩn',
  corrected: 'Đính chính',
  answered: 'Trả lời',
  finished: 'Hoàn tất',
  ended: 'Kết thúc',
  erased: 'Xóa dữ liệu',
  linked: 'Liên kết',
  unlinked: 'Bỏ liên kết',
};

export const subjectLabels: Record<AuditSubject, string> = {
  school: 'trường',
  class: 'lớp',
  account: 'tài khoản',
  students: 'học sinh',
  teachers: 'giáo viên',
  lesson: 'bài giảng',
  school_year: 'năm học',
  substitute: 'giáo viên dạy thay',
  post: 'bài viết',
  comment: 'bình luận',
  comment_settings: 'cài đặt bình luận',
  attendance: 'điểm danh',
  student_report: 'báo cáo học sinh',
  audit_log: 'nhật ký',
  photo_consent: 'đồng ý đăng ảnh',
  data_request: 'yêu cầu về dữ liệu',
  card: 'thẻ đăng nhập',
  second_factor: 'xác thực hai bước',
  session: 'phiên đăng nhập',
  leave_note: 'đơn xin nghỉ',
  avatar: 'ảnh đại diện',
  scanner: 'máy quét rác',
};

/** Without an extension. */
export function getFileName(i18n: I18n): string {
  return i18n._('nhat-ky');
}

/** Fields keep the names that they have in the log; their values are as they were at that time. */
export function toAuditTable(entries: AuditEntry[], i18n: I18n): Table {
  const roles = translateAll(roleLabels, i18n);
  const actions = translateAll(actionLabels, i18n);
  const subjects = translateAll(subjectLabels, i18n);
  const command = i18n._('Lệnh trên máy chủ');
  return {
    title: i18n._('Nhật ký'),
    headings: headings.map((heading) => i18n._(heading)),
    rows: entries.map((entry) => {
      const { fields, old, new: current, ...rest } = entry.details;
      return [
        formatDateTime(entry.at),
        entry.actor || command,
        entry.actor_role ? roles[entry.actor_role] : '',
        actions[entry.action],
        subjects[entry.subject],
        entry.subject_name,
        entry.school_name ?? '',
        formatValue(fields),
        formatValues(old),
        formatValues(current),
        formatValues(rest),
      ];
    }),
  };
}

function translateAll<Key extends string>(
  texts: Record<Key, string>,
  i18n: I18n,
): Record<Key, string> {
  const pairs = Object.entries<string>(texts).map(([key, text]) => [key, i18n._(text)]);
  return Object.fromEntries(pairs) as Record<Key, string>;
}

/** `name: An; grade_id: 3`. */
function formatValues(values: unknown): string {
  return Object.entries(values ?? {})
    .map(([field, value]) => `${field}: ${formatValue(value)}`)
    .join('; ');
}

function formatValue(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) {
    return value.join(', ');
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

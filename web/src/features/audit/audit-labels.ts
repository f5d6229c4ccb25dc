import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import type { Departure } from '@lop-xanh/contract/accounts';
import type { AuditAction, AuditEntry, AuditSubject } from '@lop-xanh/contract/audit';
import { formatDay } from '@lop-xanh/contract/rules/dates';
import { roles } from '@lop-xanh/contract/rules/roles';
import { getDepartureReason } from '../../language/departure-reason.ts';
import { getRoleName } from '../../language/role-names.ts';

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
};

const fieldLabels: Record<string, MessageDescriptor> = {
  school_name: msg`tên trường`,
  name: msg`tên lớp`,
  grade_id: msg`khối`,
  teacher_id: msg({ message: 'giáo viên', context: 'of a class' }),
  class_id: msg`lớp`,
  school_id: msg`trường`,
  role: msg`vai trò`,
  username: msg`tên đăng nhập`,
  first_name: msg`tên`,
  last_name: msg`họ và tên đệm`,
  identifier_code: msg`mã định danh`,
  email: msg`email`,
  phone: msg`số điện thoại`,
  parent_name: msg`phụ huynh`,
  status: msg`trạng thái`,
  must_change_password: msg`phải đổi mật khẩu`,
  student_ids: msg`các con`,
};

export function getActionLabel(action: AuditAction): string {
  return i18n._(actionLabels[action]);
}

export function getSubjectLabel(subject: AuditSubject): string {
  return i18n._(subjectLabels[subject]);
}

/** What was done, such as 'Xóa lớp 1A'. */
export function describeEntry({ action, subject, subject_name }: AuditEntry): string {
  const name = [getSubjectLabel(subject), subject_name].filter(Boolean).join(' ');
  return describeAction[action](name);
}

const countLabels: Record<string, (count: number) => string> = {
  rows: (count) => t`${count} dòng`,
  created: (count) => t`${count} thêm mới`,
  changed: (count) => t`${count} thay đổi`,
  unchanged: (count) => t`${count} giữ nguyên`,
};

interface LessonValues {
  title?: string;
  grade_id?: number;
  content?: { week: number }[];
}

/** The old and new title and grade of a lesson, and the weeks that were edited. */
function describeLesson({ old = {}, new: now = {} }: { old?: LessonValues; new?: LessonValues }) {
  const { title: oldTitle, grade_id: oldGrade } = old;
  const { title: newTitle, grade_id: newGrade } = now;
  const edited = [...(old.content ?? []), ...(now.content ?? [])].map(({ week }) => week);
  const weeks = [...new Set(edited)].toSorted((a, b) => a - b).join(', ');
  return [
    ...(oldTitle && newTitle ? [t`tên “${oldTitle}” → “${newTitle}”`] : []),
    ...(oldGrade && newGrade ? [t`khối ${oldGrade} → ${newGrade}`] : []),
    ...(weeks ? [t`tuần ${weeks}`] : []),
  ];
}

/** The class and the days of a substitution. */
function describeSubstitution(details: { class_name?: string; from?: string; until?: string }) {
  const { class_name: name = '' } = details;
  const from = formatDay(details.from ?? '');
  const until = formatDay(details.until ?? '');
  return t`lớp ${name}, ${from} – ${until}`;
}

function describeDeparture({ left_on, reason, destination }: Departure): string {
  return [formatDay(left_on), getDepartureReason(reason), destination].filter(Boolean).join(', ');
}

/** The changed fields, the row counts of an import or export, or the role of a new account. */
export function describeDetails({
  subject,
  details,
}: Pick<AuditEntry, 'subject' | 'details'>): string {
  if (subject === 'lesson') return describeLesson(details).join(', ');
  if (subject === 'substitute') return describeSubstitution(details);
  if (typeof details.left_on === 'string') return describeDeparture(details as Departure);
  const fields = Array.isArray(details.fields) ? details.fields.map(String) : [];
  const counts = Object.entries(countLabels).flatMap(([name, format]) =>
    typeof details[name] === 'number' ? format(details[name]) : [],
  );
  const role = roles.find((name) => name === details.role);
  const { before } = details;
  return [
    ...fields.map(getFieldLabel),
    ...counts,
    ...(role ? [getRoleName(role)] : []),
    ...(typeof before === 'string' ? [t`trước là “${before}”`] : []),
  ].join(', ');
}

function getFieldLabel(field: string): string {
  const label = fieldLabels[field];
  return label ? i18n._(label) : field;
}

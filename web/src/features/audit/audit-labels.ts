import type { AuditAction, AuditEntry, AuditSubject } from '@lop-xanh/contract/audit';

export const actionLabels: Record<AuditAction, string> = {
  created: 'Tạo',
  changed: 'Sửa',
  reset: 'Đặt lại mật khẩu',
  unlocked: 'Mở khóa đăng nhập',
  deleted: 'Xóa',
  imported: 'Nhập tệp',
  exported: 'Xuất tệp',
};

export const subjectLabels: Record<AuditSubject, string> = {
  school: 'trường',
  class: 'lớp',
  account: 'tài khoản',
  students: 'học sinh',
  teachers: 'giáo viên',
  lesson: 'bài giảng',
};

const fieldLabels: Record<string, string> = {
  school_name: 'tên trường',
  name: 'tên lớp',
  grade_id: 'khối',
  teacher_id: 'giáo viên',
  class_id: 'lớp',
  school_id: 'trường',
  role: 'vai trò',
  username: 'tên đăng nhập',
  first_name: 'tên',
  last_name: 'họ và tên đệm',
  identifier_code: 'mã định danh',
  email: 'email',
  phone: 'số điện thoại',
  parent_name: 'phụ huynh',
  status: 'trạng thái',
  must_change_password: 'phải đổi mật khẩu',
  student_ids: 'các con',
};

const countLabels: Record<string, (count: number) => string> = {
  rows: (count) => `${count} dòng`,
  created: (count) => `${count} thêm mới`,
  changed: (count) => `${count} thay đổi`,
  unchanged: (count) => `${count} giữ nguyên`,
};

interface LessonValues {
  title?: string;
  grade_id?: number;
  content?: { week: number }[];
}

/** The old and new title and grade of a lesson, and the weeks that were edited. */
function describeLesson({ old = {}, new: now = {} }: { old?: LessonValues; new?: LessonValues }) {
  const weeks = [...(old.content ?? []), ...(now.content ?? [])].map(({ week }) => week);
  const sortedWeeks = [...new Set(weeks)].toSorted((a, b) => a - b);
  return [
    ...(old.title && now.title ? [`tên “${old.title}” → “${now.title}”`] : []),
    ...(old.grade_id && now.grade_id ? [`khối ${old.grade_id} → ${now.grade_id}`] : []),
    ...(sortedWeeks.length > 0 ? [`tuần ${sortedWeeks.join(', ')}`] : []),
  ];
}

/** The changed fields, the row counts of an import or export, or the role of a new account. */
export function describeDetails({
  subject,
  details,
}: Pick<AuditEntry, 'subject' | 'details'>): string {
  if (subject === 'lesson') return describeLesson(details).join(', ');
  const fields = Array.isArray(details.fields) ? details.fields.map(String) : [];
  const counts = Object.entries(countLabels).flatMap(([name, format]) =>
    typeof details[name] === 'number' ? format(details[name]) : [],
  );
  return [
    ...fields.map((field) => fieldLabels[field] ?? field),
    ...counts,
    ...(typeof details.role === 'string' ? [details.role] : []),
    ...(typeof details.before === 'string' ? [`trước là “${details.before}”`] : []),
  ].join(', ');
}

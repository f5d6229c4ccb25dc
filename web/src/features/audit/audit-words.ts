import type { AuditAction, AuditEntry, AuditSubject } from '@lop-xanh/contract/audit';

export const actionWords: Record<AuditAction, string> = {
  created: 'Tạo',
  changed: 'Sửa',
  reset: 'Đặt lại mật khẩu',
  unlocked: 'Mở khóa đăng nhập',
  deleted: 'Xóa',
  imported: 'Nhập tệp',
  exported: 'Xuất tệp',
};

export const subjectWords: Record<AuditSubject, string> = {
  school: 'trường',
  class: 'lớp',
  account: 'tài khoản',
  students: 'học sinh',
  teachers: 'giáo viên',
  lesson: 'bài giảng',
};

const fieldWords: Record<string, string> = {
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

const countWords: Record<string, (count: number) => string> = {
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

/** What a lesson's entry in the trail tells: old and new title and grade, and the weeks it is about. */
function lessonWords({ old = {}, new: now = {} }: { old?: LessonValues; new?: LessonValues }) {
  const weeks = [...(old.content ?? []), ...(now.content ?? [])].map(({ week }) => week);
  const inOrder = [...new Set(weeks)].toSorted((one, other) => one - other);
  return [
    ...(old.title && now.title ? [`tên “${old.title}” → “${now.title}”`] : []),
    ...(old.grade_id && now.grade_id ? [`khối ${old.grade_id} → ${now.grade_id}`] : []),
    ...(inOrder.length > 0 ? [`tuần ${inOrder.join(', ')}`] : []),
  ];
}

/** The fields that changed, how many rows there were, the role of a new account. */
export function detailsOf({ subject, details }: Pick<AuditEntry, 'subject' | 'details'>): string {
  if (subject === 'lesson') return lessonWords(details).join(', ');
  const fields = Array.isArray(details.fields) ? details.fields.map(String) : [];
  const counts = Object.entries(countWords).flatMap(([name, words]) =>
    typeof details[name] === 'number' ? words(details[name]) : [],
  );
  return [
    ...fields.map((field) => fieldWords[field] ?? field),
    ...counts,
    ...(typeof details.role === 'string' ? [details.role] : []),
    ...(typeof details.before === 'string' ? [`trước là “${details.before}”`] : []),
  ].join(', ');
}

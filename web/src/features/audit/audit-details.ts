import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import type { Departure } from '@lop-xanh/contract/accounts';
import type { AuditEntry } from '@lop-xanh/contract/audit';
import { formatDay } from '@lop-xanh/contract/rules/dates';
import { roles } from '@lop-xanh/contract/rules/roles';
import { getDepartureReason } from '../../language/departure-reason.ts';
import { getRoleName } from '../../language/role-names.ts';
import { getSchoolYearLabel } from '../../language/school-year.ts';

/** One line of an entry: a fact, or a field with its old and new value. */
export interface Detail {
  label: string;
  old?: string;
  new?: string;
}

const fieldLabels: Record<string, MessageDescriptor> = {
  school_name: msg`tên trường`,
  name: msg`tên lớp`,
  title: msg`tên bài`,
  grade_id: msg`khối`,
  teacher: msg({ message: 'giáo viên', context: 'of a class' }),
  teacher_id: msg({ message: 'giáo viên', context: 'of a class' }),
  class_name: msg`lớp`,
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
  birth_date: msg`ngày sinh`,
  sex: msg`giới tính`,
  status: msg`trạng thái`,
  isChangePass: msg`phải đổi mật khẩu`,
  must_change_password: msg`phải đổi mật khẩu`,
  student_ids: msg`các con`,
  first_monday: msg`thứ Hai đầu tiên`,
  draft: msg`bản nháp`,
  reason: msg`lý do`,
  note: msg`ghi chú`,
  comments: msg`bình luận của trường`,
  class: msg`bình luận của lớp`,
  words: msg`từ cần duyệt`,
  waste_pack: msg`quy định phân loại rác`,
  guardian: msg`câu trả lời của phụ huynh`,
  child: msg`câu trả lời của học sinh`,
};

/** Of accounts, posts, comments, attendance records, comment settings and photo consent. */
const valueLabels: Record<string, MessageDescriptor> = {
  active: msg`hoạt động`,
  inactive: msg`ngừng hoạt động`,
  pending: msg`chờ duyệt`,
  approved: msg`đã duyệt`,
  rejected: msg`bị từ chối`,
  withdrawn: msg`đã gỡ`,
  visible: msg`đang hiện`,
  held: msg`chờ duyệt`,
  hidden: msg`đã ẩn`,
  present: msg`có mặt`,
  absent: msg`vắng`,
  open: msg`hiện ngay`,
  approval: msg`duyệt trước`,
  off: msg`tắt`,
  given: msg`đồng ý`,
  refused: msg`không đồng ý`,
};
const fieldsWithLabels = new Set(['status', 'comments', 'class', 'guardian', 'child']);

const countLabels: Record<string, (count: number) => string> = {
  rows: (count) => t`${count} dòng`,
  created: (count) => t`${count} thêm mới`,
  changed: (count) => t`${count} thay đổi`,
  unchanged: (count) => t`${count} giữ nguyên`,
  devices: (count) => t`${count} máy`,
};

type Values = Record<string, unknown>;

/** Changes first, then what else the entry says. */
export function listDetails({
  subject,
  details,
}: Pick<AuditEntry, 'subject' | 'details'>): Detail[] {
  return [...listChanges({ subject, details }), ...listFacts({ subject, details })];
}

function listChanges({ subject, details }: Pick<AuditEntry, 'subject' | 'details'>): Detail[] {
  const fields = Array.isArray(details.fields) ? details.fields.map(String) : [];
  const old = details.old as Values | undefined;
  const current = details.new as Values | undefined;
  const names = new Set([...fields, ...Object.keys(old ?? {}), ...Object.keys(current ?? {})]);
  return [...names].flatMap((name) => {
    if (name === 'content') return listWeeks(old?.content, current?.content);
    const hasOld = old !== undefined && name in old;
    const hasNew = current !== undefined && name in current;
    // The name of a new or deleted lesson is the subject of the entry.
    if (subject === 'lesson' && !(hasOld && hasNew)) return [];
    if (hasOld && hasNew && JSON.stringify(old[name]) === JSON.stringify(current[name])) return [];
    return {
      label: getFieldLabel(name),
      ...(hasOld && { old: formatValue(name, old[name]) }),
      ...(hasNew && { new: formatValue(name, current[name]) }),
    };
  });
}

/** The weeks of a lesson that were edited. */
function listWeeks(old: unknown = [], current: unknown = []): Detail[] {
  const entries = [...(old as { week: number }[]), ...(current as { week: number }[])];
  const edited = new Set(entries.map(({ week }) => week));
  const weeks = [...edited].toSorted((a, b) => a - b).join(', ');
  return weeks ? [{ label: t`tuần ${weeks}` }] : [];
}

function listFacts({ subject, details }: Pick<AuditEntry, 'subject' | 'details'>): Detail[] {
  if (subject === 'substitute') return [{ label: describeSubstitution(details) }];
  if (typeof details.left_on === 'string') {
    return [{ label: describeDeparture(details as Departure) }];
  }
  const counts = Object.entries(countLabels).flatMap(([name, format]) =>
    typeof details[name] === 'number' ? format(details[name]) : [],
  );
  const role = roles.find((name) => name === details.role);
  const { before, school_year, week, class_name: className, device, reason } = details;
  const facts = [
    counts.join(', '),
    role ? getRoleName(role) : '',
    typeof before === 'string' ? t`trước là “${before}”` : '',
    typeof className === 'string' ? t`lớp ${className}` : '',
    typeof device === 'string' ? device : '',
    typeof week === 'number' ? t`tuần ${week}` : '',
    typeof school_year === 'number' ? getSchoolYearLabel(school_year) : '',
  ].filter(Boolean);
  return [
    ...facts.map((label) => ({ label })),
    ...(typeof reason === 'string' ? [{ label: getFieldLabel('reason'), new: reason }] : []),
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

function getFieldLabel(field: string): string {
  const label = fieldLabels[field];
  return label ? i18n._(label) : field;
}

function formatValue(field: string, value: unknown): string {
  if (value === null || value === '') return '—';
  if (Array.isArray(value)) return value.length > 0 ? value.join(', ') : '—';
  const text = String(value);
  const role = roles.find((name) => field === 'role' && name === text);
  if (role) return getRoleName(role);
  if (field === 'first_monday') return formatDay(text);
  const label = fieldsWithLabels.has(field) ? valueLabels[text] : undefined;
  return label ? i18n._(label) : text;
}

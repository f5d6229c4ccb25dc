import type { AttendanceStatus, Correction } from '@lop-xanh/contract/attendance';
import type { Session } from '@lop-xanh/contract/factors';
import type { NotificationType } from '@lop-xanh/contract/notifications';
import { formatDateTime, formatDay, formatSchoolYear } from '@lop-xanh/contract/rules/dates';
import { parseLeaveDecision } from '@lop-xanh/contract/rules/leave-decision';
import { parseNotifiedRecord } from '@lop-xanh/contract/rules/notified-record';
import type { PushKind } from '@lop-xanh/contract/rules/push-kinds';
import { actionLabels, roleLabels, subjectLabels } from '../audit/audit.service.ts';
import type { DataCopy, FileInCopy, PersonInCopy, PostInCopy } from './copy.service.ts';

/** HTML that is already escaped. */
class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Content = Html | string | readonly Html[];

/** Escapes every value that is not HTML itself. */
function html(parts: TemplateStringsArray, ...values: Content[]): Html {
  return new Html(String.raw({ raw: parts }, ...values.map(toText)));
}

function toText(value: Content): string {
  if (value instanceof Html) return value.text;
  if (typeof value === 'string') return escapeHtml(value);
  return value.map(({ text }) => text).join('');
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(value: string): string {
  return value.replaceAll(/[&<>"']/g, (character) => entities[character] as string);
}

const style = `
  body { font: 16px/1.5 system-ui, sans-serif; color: #1d2b22; margin: 0 auto; max-width: 60rem; padding: 1.5rem; }
  h1 { color: #1b7a3d; margin: 0; }
  h2 { border-bottom: 2px solid #1b7a3d; margin: 2.5rem 0 1rem; padding-bottom: .25rem; }
  h3, h4 { margin: 1.5rem 0 .5rem; }
  table { border-collapse: collapse; width: 100%; }
  th, td { border: 1px solid #c9d6cc; padding: .3rem .6rem; text-align: left; vertical-align: top; }
  td { overflow-wrap: anywhere; }
  td.day { white-space: nowrap; }
  th[scope=row] { width: 12rem; }
  .table { overflow-x: auto; }
  th { background: #e4f3e8; }
  tr, figure { break-inside: avoid; }
  thead { display: table-header-group; }
  h2, h3, h4 { break-after: avoid; }
  article { border: 1px solid #c9d6cc; border-radius: .5rem; margin: 1rem 0; padding: 0 1rem 1rem; }
  .text { white-space: pre-wrap; overflow-wrap: anywhere; }
  figure { margin: 1rem 0 0; }
  img, video { display: block; max-width: 100%; max-height: 30rem; }
  figcaption, .note { color: #55645a; font-size: .9rem; }
  @page { margin: 15mm; }
  @media print { body { font-size: 11pt; max-width: none; padding: 0; } h2.person { break-before: page; } img { max-height: 18cm; } }`;

/** A page for people: it needs nothing but the archive, and every text of a user is escaped. */
export function toCopyPage({ created_at, person, children }: DataCopy): string {
  const { full_name: name, school_name: school } = person.account;
  const page = html`<!doctype html>
<html lang="vi">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="script-src 'none'; object-src 'none'; base-uri 'none'">
<title>Bản sao dữ liệu cá nhân: ${name}</title>
<style>${new Html(style)}</style>
</head>
<body>
<h1>Bản sao dữ liệu cá nhân</h1>
<p><strong>${name}</strong>${school ? html` – ${school}` : ''}<br>
<span class="note">Tạo lúc ${formatDateTime(created_at)}. Tệp data.json chứa cùng dữ liệu cho máy đọc; ảnh và video nằm trong thư mục files.</span></p>
${renderPerson(person)}
${children.map((child) => html`<h2 class="person">Con: ${child.account.full_name}</h2>${renderPerson(child)}`)}
</body>
</html>
`;
  return page.text;
}

function renderPerson(person: PersonInCopy): Html {
  return html`${renderAccount(person)}
${listTables(person).map(renderTable)}
${renderPosts('Bài viết', person.posts)}
${renderPosts('Bài viết có nhắc tên', person.posts_naming_them)}`;
}

interface Table {
  title: string;
  headings: string[];
  rows: string[][];
}

function renderTable({ title, headings, rows }: Table): Html {
  if (rows.length === 0) return html``;
  return html`<h3>${title}</h3>
<div class="table"><table><thead><tr>${headings.map((heading) => html`<th scope="col">${heading}</th>`)}</tr></thead>
<tbody>${rows.map(renderRow)}</tbody></table></div>
`;
}

function renderRow(cells: string[]): Html {
  return html`<tr>${cells.map((cell) => html`<td class="${isMoment(cell) ? 'day' : 'text'}">${cell}</td>`)}</tr>
`;
}

/** '07:30 17/11/2026' or '17/11/2026', which are not broken into lines. */
function isMoment(cell: string): boolean {
  return /^(\d\d:\d\d )?\d\d\/\d\d\/\d{4}$/.test(cell);
}

const sexLabels: Record<string, string> = { female: 'Nữ', male: 'Nam' };
const accountStatusLabels: Record<string, string> = {
  active: 'Hoạt động',
  inactive: 'Ngừng hoạt động',
};
const pushLabels: Record<PushKind, string> = {
  posts: 'Bài viết',
  comments: 'Bình luận và lượt thích',
  attendance: 'Điểm danh và xin nghỉ',
  approvals: 'Việc chờ duyệt',
  account: 'Lớp và tài khoản',
};
const languageLabels: Record<string, string> = { vi: 'Tiếng Việt', en: 'Tiếng Anh' };

function renderAccount({ account, ...person }: PersonInCopy): Html {
  const fields: [string, string | null][] = [
    ['Họ tên', account.full_name],
    ['Tên đăng nhập', account.username],
    ['Vai trò', roleLabels[account.role]],
    ['Trường', account.school_name],
    ['Mã định danh', account.identifier_code],
    ['Ngày sinh', account.birth_date && formatDay(account.birth_date)],
    ['Giới tính', toLabel(sexLabels, account.sex)],
    ['Email', account.email],
    ['Điện thoại', account.phone],
    ['Phụ huynh', account.parent_name],
    ['Trạng thái', toLabel(accountStatusLabels, account.status)],
    ['Ngôn ngữ', toLabel(languageLabels, account.language)],
    ['Không báo trên máy về', account.muted_kinds.map((kind) => pushLabels[kind]).join(', ')],
    ['Tạo lúc', formatDateTime(account.created_at)],
    ['Tên đăng nhập cũ', person.former_usernames.map(({ username }) => username).join(', ')],
    ['Mã định danh cũ', person.former_codes.map(({ code }) => code).join(', ')],
  ];
  const rows = fields.map(([label, value]) =>
    value ? html`<tr><th scope="row">${label}</th><td>${value}</td></tr>\n` : html``,
  );
  return html`<h3>Tài khoản</h3>\n<table><tbody>${rows}</tbody></table>\n`;
}

const toLabel = (labels: Record<string, string>, value: string | null) =>
  value === null ? '' : (labels[value] ?? value);
const formatMoment = (instant: string | null) => (instant === null ? '' : formatDateTime(instant));

const sideLabels = { guardian: 'Người giám hộ', child: 'Học sinh' };
const decisionLabels = { given: 'Đồng ý', refused: 'Không đồng ý' };
const evidenceLabels = { paper: 'Giấy', import: 'Tệp nhập', app: 'Ứng dụng' };
const membershipLabels = { student: 'Học sinh', homeroom: 'Chủ nhiệm', substitute: 'Dạy thay' };
const departureLabels: Record<string, string> = {
  moved: 'Chuyển trường',
  graduated: 'Tốt nghiệp',
  other: 'Lý do khác',
};
const attendanceLabels = { present: 'Có mặt', absent: 'Vắng' };
const leaveLabels = {
  sent: 'Chờ trả lời',
  accepted: 'Được chấp nhận',
  refused: 'Không được chấp nhận',
  withdrawn: 'Đã rút',
};
const commentLabels: Record<string, string> = { visible: 'Hiện', held: 'Chờ duyệt', hidden: 'Ẩn' };
const postLabels: Record<string, string> = {
  pending: 'Chờ duyệt',
  approved: 'Đã duyệt',
  rejected: 'Bị từ chối',
  withdrawn: 'Đã gỡ',
};
const kindLabels = {
  copy: 'Bản sao dữ liệu',
  correction: 'Sửa dữ liệu',
  erasure: 'Xóa dữ liệu',
  withdrawal: 'Rút lại đồng ý',
};
const requestLabels = {
  open: 'Chờ trả lời',
  accepted: 'Được chấp nhận',
  refused: 'Bị từ chối',
  done: 'Hoàn tất',
};
const notificationLabels: Record<NotificationType, string> = {
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

function listTables(person: PersonInCopy): Table[] {
  return [
    {
      title: 'Tên cũ',
      headings: ['Họ tên', 'Đến'],
      rows: person.former_names.map((name) => [name.full_name, formatDateTime(name.until)]),
    },
    {
      title: 'Đồng ý đăng ảnh',
      headings: ['Ngày', 'Bên', 'Quyết định', 'Hình thức', 'Người giám hộ', 'Người ghi', 'Ghi lúc'],
      rows: person.consents.map((consent) => [
        formatDay(consent.decided_on),
        sideLabels[consent.side],
        decisionLabels[consent.decision],
        evidenceLabels[consent.evidence],
        consent.guardian_name ?? '',
        consent.recorded_by,
        formatDateTime(consent.recorded_at),
      ]),
    },
    {
      title: 'Ảnh đại diện đã gửi',
      headings: ['Tệp', 'Trạng thái', 'Gửi lúc'],
      rows: person.avatar_photos.map((photo) => [
        photo.path,
        formatApproval(photo.is_approved),
        formatDateTime(photo.created_at),
      ]),
    },
    {
      title: 'Lớp',
      headings: ['Trường', 'Lớp', 'Năm học', 'Là', 'Từ', 'Đến'],
      rows: person.classes.map((entry) => [
        entry.school_name,
        entry.class_name,
        formatSchoolYear(entry.school_year),
        membershipLabels[entry.kind],
        formatDateTime(entry.started_at),
        formatMoment(entry.ended_at),
      ]),
    },
    {
      title: 'Rời trường',
      headings: ['Ngày', 'Lý do', 'Nơi đến', 'Quay lại'],
      rows: person.departures.map((departure) => [
        formatDay(departure.left_on),
        toLabel(departureLabels, departure.reason),
        departure.destination ?? '',
        formatMoment(departure.returned_at),
      ]),
    },
    {
      title: 'Điểm danh',
      headings: [
        'Năm học',
        'Tuần',
        'Ngày',
        'Lớp',
        'Tên',
        'Trạng thái',
        'Ghi chú',
        'Người ghi',
        'Sửa',
      ],
      rows: person.attendance.map((record) => [
        formatSchoolYear(record.school_year),
        String(record.week),
        formatDay(record.date),
        record.class_name,
        record.name_of_the_day,
        formatStatus(record.status, record.is_excused),
        record.note,
        record.taken_by,
        record.corrections.map(formatCorrection).join('\n'),
      ]),
    },
    {
      title: 'Đơn xin nghỉ',
      headings: ['Từ ngày', 'Đến ngày', 'Lý do', 'Trạng thái', 'Người gửi', 'Gửi lúc'],
      rows: person.leave_notes.map((note) => [
        formatDay(note.first_day),
        formatDay(note.last_day),
        note.reason,
        leaveLabels[note.status],
        note.sent_by,
        formatDateTime(note.created_at),
      ]),
    },
    {
      title: 'Phiếu điểm danh đã ghi',
      headings: ['Năm học', 'Tuần', 'Ngày', 'Lớp', 'Lúc'],
      rows: person.sheets_taken.map((sheet) => [
        formatSchoolYear(sheet.school_year),
        String(sheet.week),
        formatDay(sheet.date),
        sheet.class_name,
        formatDateTime(sheet.taken_at),
      ]),
    },
    {
      title: 'Bình luận',
      headings: ['Lúc', 'Bài viết', 'Nội dung', 'Trạng thái', 'Lý do ẩn'],
      rows: person.comments.map((comment) => [
        formatDateTime(comment.created_at),
        comment.post_title ?? '',
        comment.text,
        toLabel(commentLabels, comment.status),
        comment.reason ?? '',
      ]),
    },
    {
      title: 'Báo cáo bình luận đã gửi',
      headings: ['Lúc', 'Lý do'],
      rows: person.reports.map((report) => [formatDateTime(report.created_at), report.reason]),
    },
    {
      title: 'Lượt thích',
      headings: ['Lúc', 'Bài viết'],
      rows: person.likes.map((like) => [formatDateTime(like.created_at), like.post_title ?? '']),
    },
    {
      title: 'Bài viết đã xem',
      headings: ['Lúc', 'Bài viết'],
      rows: person.reads.map((read) => [formatDateTime(read.read_at), read.post_title ?? '']),
    },
    {
      title: 'Thông báo đã nhận',
      headings: ['Lúc', 'Loại', 'Về', 'Đọc lúc'],
      rows: person.notifications.map((notification) => [
        formatDateTime(notification.created_at),
        notificationLabels[notification.type],
        formatAbout(notification),
        formatMoment(notification.read_at),
      ]),
    },
    {
      title: 'Yêu cầu về dữ liệu',
      headings: [
        'Nhận ngày',
        'Loại',
        'Người yêu cầu',
        'Nội dung',
        'Trạng thái',
        'Trả lời',
        'Kết quả',
      ],
      rows: person.requests.map((request) => [
        formatDay(request.received_on),
        kindLabels[request.kind],
        request.requester_name,
        request.details ?? '',
        requestLabels[request.status],
        request.answer ?? '',
        request.result ?? '',
      ]),
    },
    {
      title: 'Nhật ký',
      headings: ['Lúc', 'Người thực hiện', 'Việc', 'Về', 'Chi tiết'],
      rows: person.audit.map((entry) => [
        formatDateTime(entry.at),
        entry.by ?? '',
        actionLabels[entry.action],
        `${subjectLabels[entry.subject]} ${entry.name}`,
        formatDetails(entry.details),
      ]),
    },
    {
      title: 'Phiên đăng nhập',
      headings: ['Đăng nhập lúc', 'Cách đăng nhập', 'Máy', 'Dùng lần cuối', 'Hết hạn lúc'],
      rows: person.sessions.map((session) => [
        formatDateTime(session.created_at),
        openedByLabels[session.opened_by],
        session.device,
        formatDateTime(session.used_at),
        formatDateTime(session.expires_at),
      ]),
    },
    {
      title: 'Thẻ đăng nhập',
      headings: ['In lúc', 'Người in', 'Trạng thái'],
      rows: person.cards.map((card) => [
        formatDateTime(card.issued_at),
        card.issued_by,
        [
          card.is_revoked ? 'đã thu hồi' : 'đang dùng',
          card.has_pictures ? 'đã có ba hình' : 'chưa có hình',
          ...(card.locked_at === null ? [] : [`khóa lúc ${formatDateTime(card.locked_at)}`]),
        ].join(', '),
      ]),
    },
    {
      title: 'Xác thực hai bước',
      headings: ['Cách xác thực', 'Tên', 'Thêm lúc', 'Dùng lần cuối'],
      rows: person.second_factors.map((factor) => [
        factor.kind === 'app' ? 'Ứng dụng xác thực' : 'Khóa truy cập',
        factor.name ?? '',
        formatDateTime(factor.created_at),
        factor.used_at ? formatDateTime(factor.used_at) : '',
      ]),
    },
    {
      title: 'Thiết bị đã đăng nhập',
      headings: ['Lần cuối'],
      rows: person.devices.map((device) => [formatDateTime(device.used_at)]),
    },
    {
      title: 'Máy nhận thông báo',
      headings: ['Bật lúc'],
      rows: person.push_subscriptions.map((entry) => [formatDateTime(entry.created_at)]),
    },
  ];
}

const openedByLabels: Record<Session['openedBy'], string> = {
  password: 'Mật khẩu',
  card: 'Thẻ',
  passkey: 'Khóa truy cập',
};

function formatStatus(status: AttendanceStatus, isExcused: boolean | null): string {
  return isExcused ? 'Vắng có phép' : attendanceLabels[status];
}

function formatCorrection({ status, isExcused, note, reason, by, at }: Correction): string {
  const before = [formatStatus(status, isExcused), note].filter(Boolean).join(', ');
  return `${formatDateTime(at)}, ${by}: trước là ${before} (${reason})`;
}

/** Fields keep the names that they have in the log. */
function formatDetails(details: Record<string, unknown>): string {
  return Object.entries(details)
    .map(([field, value]) => [field, typeof value === 'string' ? value : JSON.stringify(value)])
    .filter(([, value]) => value !== '{}')
    .map((pair) => pair.join(': '))
    .join('\n');
}

function formatAbout({ type, about }: PersonInCopy['notifications'][number]): string {
  if (about === null) return '';
  switch (type) {
    case 'attendance_saved':
      return `tuần ${about}`;
    case 'attendance_corrected':
    case 'child_absent':
      return formatRecord(about);
    case 'leave_decided':
      return formatDecision(about);
    case 'avatar_decided':
      return formatApproval(about === 'approved');
    default:
      return about;
  }
}

function formatApproval(isApproved: boolean): string {
  return isApproved ? 'Đã duyệt' : 'Chưa duyệt';
}

function formatDecision(about: string): string {
  const { isAccepted, name } = parseLeaveDecision(about);
  return `${name}, ${(isAccepted ? leaveLabels.accepted : leaveLabels.refused).toLowerCase()}`;
}

function formatRecord(about: string): string {
  const { week, status, name } = parseNotifiedRecord(about);
  const label = status && attendanceLabels[status satisfies AttendanceStatus];
  return [`tuần ${week}`, name, label].filter(Boolean).join(', ');
}

function renderPosts(title: string, posts: PostInCopy[]): Html {
  if (posts.length === 0) return html``;
  return html`<h3>${title}</h3>
${posts.map(renderPost)}`;
}

function renderPost({
  title,
  content,
  status,
  reason,
  class_name,
  author,
  created_at,
  files,
}: PostInCopy) {
  const facts = [
    author,
    class_name && `lớp ${class_name}`,
    formatDateTime(created_at),
    toLabel(postLabels, status),
    reason,
  ];
  return html`<article>
<h4>${title}</h4>
<p class="note">${facts.filter(Boolean).join(' · ')}</p>
<div class="text">${content}</div>
${files.map(renderFile)}
</article>
`;
}

function renderFile({ path, filename, mime }: FileInCopy): Html {
  const shown = mime.startsWith('image/')
    ? html`<img src="${path}" alt="${filename}">`
    : html`<video src="${path}" controls preload="none"></video>`;
  return html`<figure>${shown}<figcaption><a href="${path}">${filename}</a></figcaption></figure>
`;
}

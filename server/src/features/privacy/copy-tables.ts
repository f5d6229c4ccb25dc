import { formatDateTime, formatDay, formatSchoolYear } from '@lop-xanh/contract/rules/dates';
import { actionLabels, subjectLabels } from '../audit/audit.service.ts';
import {
  formatAbout,
  formatApproval,
  formatCorrection,
  formatDetails,
  formatMoment,
  formatStatus,
} from './copy-formats.ts';
import {
  commentLabels,
  decisionLabels,
  departureLabels,
  evidenceLabels,
  kindLabels,
  leaveLabels,
  membershipLabels,
  notificationLabels,
  openedByLabels,
  requestLabels,
  sideLabels,
  toLabel,
} from './copy-labels.ts';
import type { PersonInCopy } from './data-copy.ts';

/** A table of the page for people. */
export interface Table {
  title: string;
  headings: string[];
  rows: string[][];
}

export function listTables(person: PersonInCopy): Table[] {
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
      title: 'Ảnh đã dạy máy quét rác',
      headings: ['Món', 'Tệp', 'Trạng thái', 'Gửi lúc'],
      rows: person.taught_photos.map((photo) => [
        photo.kind,
        photo.path ?? '',
        formatApproval(photo.is_approved),
        formatDateTime(photo.added_at),
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

import { z } from 'zod';
import { type FieldErrorName, fieldErrors } from './field-errors.ts';
import { messages } from './messages.ts';
import { limits } from './rules/limits.ts';
import type { SimpleName, Template } from './rules/templates.ts';
import { scannerErrors } from './scanner-errors.ts';
import { tableErrors } from './table-errors.ts';

/** The HTTP status of each error code on the wire. */
export const errorStatuses = {
  invalid_input: 400,
  unauthenticated: 401,
  forbidden: 403,
  password_change_required: 403,
  second_factor_missing: 403,
  not_found: 404,
  too_slow: 408,
  conflict: 409,
  too_large: 413,
  unsupported_type: 415,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
} as const;
export type ErrorCode = keyof typeof errorStatuses;
const errorCodes = Object.keys(errorStatuses) as [ErrorCode, ...ErrorCode[]];

/**
 * Every error the server throws on purpose. Clients see the name as `reason`, the values, and the message
 * in the default language.
 */
export const apiErrors = {
  invalid_input: { code: 'invalid_input', ...fieldErrors.invalid_input },
  unauthenticated: { code: 'unauthenticated', message: messages.session.expired },
  wrong_login: { code: 'unauthenticated', message: messages.login.wrong },
  account_locked: { code: 'forbidden', message: messages.login.locked },
  forbidden: { code: 'forbidden', ...fieldErrors.forbidden },
  password_change_required: {
    code: 'password_change_required',
    message: 'Bạn cần đổi mật khẩu trước khi tiếp tục',
  },
  second_factor_required: {
    code: 'unauthenticated',
    message: 'Hãy nhập mã của ứng dụng xác thực hoặc dùng khóa truy cập',
    // What the user has: 'app', 'passkey' or both, separated by a comma.
    data: ['methods'],
  },
  wrong_code: { code: 'invalid_input', ...fieldErrors.wrong_code },
  second_factor_missing: {
    code: 'second_factor_missing',
    message: 'Bạn cần thêm một cách xác thực thứ hai trước khi tiếp tục',
  },
  app_already_added: {
    code: 'conflict',
    message: 'Bạn đã có ứng dụng xác thực, hãy gỡ nó trước khi thêm ứng dụng khác',
  },
  passkey_rejected: { code: 'unauthenticated', message: 'Không dùng được khóa truy cập này' },
  password_expired: {
    code: 'forbidden',
    message: 'Mật khẩu tạm đã hết hạn, hãy nhờ nhà trường cấp mật khẩu mới',
  },
  card_unknown: {
    code: 'unauthenticated',
    message: 'Thẻ này không còn dùng được, em nhờ thầy cô in thẻ mới nhé',
  },
  wrong_pictures: { code: 'unauthenticated', message: 'Chưa đúng ba hình, em thử lại nhé' },
  card_locked: { code: 'forbidden', message: 'Thẻ đang khóa, em nhờ thầy cô mở khóa nhé' },
  pictures_chosen: { code: 'conflict', message: 'Thẻ này đã có ba hình' },
  leave_note_changed: { code: 'conflict', message: 'Đơn xin nghỉ đã được xử lý' },
  leave_overlaps: { code: 'conflict', message: 'Con đã có đơn xin nghỉ trong những ngày này' },
  leave_too_long: { code: 'invalid_input', ...fieldErrors.leave_too_long },
  already_reminded: { code: 'conflict', message: 'Bài viết này đã được nhắc một lần' },
  class_reminded_today: { code: 'conflict', message: 'Lớp này đã được nhắc hôm nay' },
  class_without_teacher: { code: 'conflict', message: 'Lớp này chưa có giáo viên' },
  weak_password: { code: 'invalid_input', ...fieldErrors.weak_password },
  common_password: { code: 'invalid_input', ...fieldErrors.common_password },
  password_has_name: { code: 'invalid_input', ...fieldErrors.password_has_name },
  same_password: { code: 'invalid_input', ...fieldErrors.same_password },
  wrong_current_password: { code: 'invalid_input', ...fieldErrors.wrong_current_password },
  not_found: { code: 'not_found', message: 'Không tìm thấy' },
  post_not_found: { code: 'not_found', message: messages.post.notFound },
  post_denied: { code: 'forbidden', message: messages.post.denied },
  post_changed: {
    code: 'conflict',
    message: 'Bài viết đã được sửa hoặc đã được duyệt bởi người khác',
  },
  comment_not_found: { code: 'not_found', message: 'Không tìm thấy bình luận' },
  comment_changed: {
    code: 'conflict',
    message: 'Bình luận đã được người khác xử lý',
  },
  already_reported: { code: 'conflict', message: 'Bạn đã báo cáo bình luận này' },
  comments_off: { code: 'forbidden', message: 'Bình luận đang tắt' },
  too_many_files: { code: 'invalid_input', ...fieldErrors.too_many_files },
  lesson_not_found: { code: 'not_found', message: messages.lessons.notFound },
  lesson_changed: { code: 'conflict', message: 'Bài giảng đã được người khác sửa' },
  week_already_saved: { code: 'conflict', message: messages.attendance.alreadySaved },
  attendance_changed: { code: 'conflict', message: 'Điểm danh đã được người khác sửa' },
  correction_too_late: {
    code: 'forbidden',
    message: 'Giáo viên chỉ sửa được trong {days} ngày, sau đó quản trị trường sửa',
    values: { days: limits.correctionDays },
  },
  student_not_on_sheet: { code: 'invalid_input', ...fieldErrors.student_not_on_sheet },
  nothing_to_correct: { code: 'invalid_input', ...fieldErrors.nothing_to_correct },
  class_without_students: { code: 'invalid_input', ...fieldErrors.class_without_students },
  student_missing: { code: 'invalid_input', ...fieldErrors.student_missing },
  duplicate_student: { code: 'invalid_input', ...fieldErrors.duplicate_student },
  student_of_another_class: { code: 'invalid_input', ...fieldErrors.student_of_another_class },
  student_inactive: { code: 'invalid_input', ...fieldErrors.student_inactive },
  date_in_future: { code: 'invalid_input', ...fieldErrors.date_in_future },
  date_outside_school_year: { code: 'invalid_input', ...fieldErrors.date_outside_school_year },
  school_not_empty: {
    code: 'conflict',
    message: 'Trường vẫn còn {accounts} tài khoản và {classes} lớp học',
  },
  school_changed: { code: 'conflict', message: 'Trường đã được người khác sửa' },
  class_changed: { code: 'conflict', message: 'Lớp đã được người khác sửa' },
  class_has_teacher: { code: 'conflict', ...fieldErrors.class_has_teacher },
  already_homeroom_teacher: { code: 'invalid_input', ...fieldErrors.already_homeroom_teacher },
  class_has_substitute: { code: 'conflict', ...fieldErrors.class_has_substitute },
  first_day_past: { code: 'invalid_input', ...fieldErrors.first_day_past },
  last_day_before_first: { code: 'invalid_input', ...fieldErrors.last_day_before_first },
  period_too_long: { code: 'invalid_input', ...fieldErrors.period_too_long },
  class_school_fixed: { code: 'conflict', ...fieldErrors.class_school_fixed },
  invalid_first_monday: { code: 'invalid_input', ...fieldErrors.invalid_first_monday },
  school_year_changed: { code: 'conflict', message: 'Năm học đã được người khác sửa' },
  school_year_has_attendance: {
    code: 'conflict',
    message: 'Năm học đã có phiếu điểm danh nên không đổi được tuần 1',
  },
  draft_changed: { code: 'conflict', message: 'Bản nháp đã được người khác sửa' },
  draft_not_saved: { code: 'conflict', message: 'Hãy lưu bản nháp trước khi bắt đầu năm học' },
  draft_has_problems: {
    code: 'invalid_input',
    message: 'Bản nháp còn việc chưa xong, năm học mới chưa bắt đầu',
  },
  start_not_undoable: {
    code: 'conflict',
    message:
      'Chỉ hoàn tác được trong {days} ngày, khi năm học mới chưa có phiếu điểm danh hoặc bài viết',
    values: { days: limits.undoStartDays },
  },
  student_has_left: { code: 'conflict', ...fieldErrors.student_has_left },
  student_has_not_left: { code: 'conflict', message: 'Học sinh vẫn đang học tại trường' },
  account_changed: { code: 'conflict', message: 'Tài khoản đã được người khác sửa' },
  account_tied_to_school: { code: 'conflict', ...fieldErrors.account_tied_to_school },
  username_taken: { code: 'conflict', ...fieldErrors.username_taken },
  code_taken: { code: 'conflict', ...fieldErrors.code_taken },
  username_retired: { code: 'conflict', ...fieldErrors.username_retired },
  code_retired: { code: 'conflict', ...fieldErrors.code_retired },
  last_admin: { code: 'conflict', message: 'Đây là quản trị viên cuối cùng còn hoạt động' },
  own_account_protected: { code: 'forbidden', ...fieldErrors.own_account_protected },
  admin_reset_by_command: { code: 'forbidden', ...fieldErrors.admin_reset_by_command },
  unknown_class: { code: 'invalid_input', ...fieldErrors.unknown_class },
  unknown_teacher: { code: 'invalid_input', ...fieldErrors.unknown_teacher },
  unknown_grade: { code: 'invalid_input', ...fieldErrors.unknown_grade },
  unknown_school: { code: 'invalid_input', ...fieldErrors.unknown_school },
  unknown_child: { code: 'invalid_input', ...fieldErrors.unknown_child },
  unknown_parent: { code: 'invalid_input', ...fieldErrors.unknown_parent },
  child_required: { code: 'invalid_input', ...fieldErrors.child_required },
  school_required: { code: 'invalid_input', ...fieldErrors.school_required },
  ...tableErrors,
  import_running: { code: 'conflict', message: 'Trường đang có một lần nhập khác, hãy đợi xong' },
  request_changed: { code: 'conflict', message: 'Yêu cầu đã được người khác xử lý' },
  request_waiting: { code: 'conflict', message: 'Bạn đã gửi yêu cầu này, nhà trường đang xử lý' },
  audit_log_too_long: {
    code: 'too_large',
    message: 'Có hơn {max} việc, hãy chọn khoảng ngày ngắn hơn rồi tải lại',
    values: { max: limits.maxExportedAuditEntries },
  },
  key_reused: {
    code: 'conflict',
    message: 'Idempotency-Key này đã được dùng cho một yêu cầu khác',
  },
  too_slow: {
    code: 'too_slow',
    message: 'Mạng quá chậm nên máy chủ chưa nhận đủ nội dung, hãy thử lại',
  },
  too_large: { code: 'too_large', message: 'Nội dung gửi lên quá lớn' },
  unsupported_type: { code: 'unsupported_type', message: 'Kiểu nội dung này không được nhận' },
  unreadable_video: {
    code: 'unsupported_type',
    message: 'Không đọc được video này, hãy gửi video MP4, MOV hoặc WebM khác',
  },
  too_many_requests: {
    code: 'too_many_requests',
    message: 'Bạn thao tác quá nhanh, hãy thử lại sau ít phút',
  },
  too_many_comments: {
    code: 'too_many_requests',
    message: 'Bạn đã gửi nhiều bình luận, hãy thử lại sau ít phút',
  },
  too_many_logins_wait_seconds: {
    code: 'too_many_requests',
    message: 'Nhập sai mật khẩu quá nhiều lần, hãy thử lại sau {seconds} giây',
  },
  too_many_logins_wait_minutes: {
    code: 'too_many_requests',
    message: 'Nhập sai mật khẩu quá nhiều lần, hãy thử lại sau {minutes} phút',
  },
  too_many_codes_wait_seconds: {
    code: 'too_many_requests',
    message: 'Nhập sai mã quá nhiều lần, hãy thử lại sau {seconds} giây',
  },
  too_many_codes_wait_minutes: {
    code: 'too_many_requests',
    message: 'Nhập sai mã quá nhiều lần, hãy thử lại sau {minutes} phút',
  },
  too_many_cards_wait_seconds: {
    code: 'too_many_requests',
    message: 'Quét thẻ không đúng quá nhiều lần, hãy thử lại sau {seconds} giây',
  },
  server_busy: {
    code: 'too_many_requests',
    message: 'Máy chủ đang bận, hãy thử lại sau vài giây',
  },
  not_an_image: { code: 'invalid_input', ...fieldErrors.not_an_image },
  image_too_large: { code: 'too_large', message: 'Ảnh quá lớn' },
  storage_unavailable: {
    code: 'unavailable',
    message: 'Chưa lưu được ảnh hoặc video, hãy thử lại sau ít phút',
  },
  storage_quota_reached: {
    code: 'too_large',
    message: 'Trường đã dùng hết {max} MB dành cho ảnh và video, hãy báo quản trị viên',
  },
  file_unreadable: {
    code: 'unavailable',
    message: 'Chưa mở được ảnh hoặc video, hãy thử lại sau ít phút',
  },
  ...scannerErrors,
  not_ready: {
    code: 'unavailable',
    // Some of 'database', 'storage' and 'disk', separated by commas.
    message: 'Máy chủ chưa sẵn sàng: {problems}',
  },
  internal: { code: 'internal', message: 'Máy chủ gặp lỗi, hãy thử lại sau' },
  unavailable: { code: 'unavailable', message: 'Máy chủ đang bận, hãy thử lại sau ít phút' },
} as const satisfies Record<string, Template & { code: ErrorCode }>;
export type ApiErrorName = keyof typeof apiErrors;

export type SimpleErrorName = SimpleName<typeof apiErrors>;
/** The errors that can also be shown at a field. */
export type SharedErrorName = SimpleErrorName & FieldErrorName;

const listNames = <Name extends string>(table: Record<Name, Template>) =>
  Object.keys(table) as [Name, ...Name[]];
/** The values in the message, so that a client can write it in another language. */
const values = z.record(z.string(), z.union([z.string(), z.number()])).optional();

/** What is wrong, for a field of the request or a cell of a table. */
export const fieldProblem = z.object({
  message: z.string(),
  reason: z.enum(listNames(fieldErrors)),
  values,
});

export const fieldIssue = fieldProblem.extend({ path: z.string() });
export type FieldIssue = z.infer<typeof fieldIssue>;

export const errorResponse = z.object({
  message: z.string(),
  code: z.enum(errorCodes),
  reason: z.enum(listNames(apiErrors)),
  values,
  /** The uploaded file that the error is about; the message starts with its name and a colon. */
  file: z.string().optional(),
  issues: z.array(fieldIssue).optional(),
  requestId: z.string().optional(),
  /** A repeated request that already succeeded, but whose result no longer exists. */
  alreadyDone: z.literal(true).optional(),
});
export type ErrorResponse = z.infer<typeof errorResponse>;

import { z } from 'zod';
import { messages } from './messages.ts';
import { limits } from './rules/limits.ts';

/** The HTTP status of each error code on the wire. */
export const errorStatuses = {
  invalid_input: 400,
  unauthenticated: 401,
  forbidden: 403,
  password_change_required: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unsupported_type: 415,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
} as const;
export type ErrorCode = keyof typeof errorStatuses;
const errorCodes = Object.keys(errorStatuses) as [ErrorCode, ...ErrorCode[]];

/** Every error the server throws on purpose. The names are internal; clients see the code and the message. */
export const apiErrors = {
  invalid_input: { code: 'invalid_input', message: 'Dữ liệu gửi lên chưa đúng' },
  unauthenticated: { code: 'unauthenticated', message: messages.session.expired },
  wrong_login: { code: 'unauthenticated', message: messages.login.wrong },
  account_locked: { code: 'forbidden', message: messages.login.locked },
  forbidden: { code: 'forbidden', message: messages.access.denied },
  password_change_required: {
    code: 'password_change_required',
    message: 'Bạn cần đổi mật khẩu trước khi tiếp tục',
  },
  weak_password: { code: 'invalid_input', message: messages.password.hint },
  same_password: { code: 'invalid_input', message: 'Mật khẩu mới phải khác mật khẩu cũ' },
  wrong_current_password: { code: 'invalid_input', message: 'Mật khẩu hiện tại không đúng' },
  not_found: { code: 'not_found', message: 'Không tìm thấy' },
  post_not_found: { code: 'not_found', message: messages.post.notFound },
  post_denied: { code: 'forbidden', message: messages.post.denied },
  post_changed: {
    code: 'conflict',
    message: 'Bài viết đã được sửa hoặc đã được duyệt bởi người khác',
  },
  too_many_files: {
    code: 'invalid_input',
    message: `Một bài viết có nhiều nhất ${limits.maxAttachments} tệp`,
  },
  lesson_not_found: { code: 'not_found', message: messages.lessons.notFound },
  lesson_changed: { code: 'conflict', message: 'Bài giảng đã được người khác sửa' },
  week_already_saved: { code: 'conflict', message: messages.attendance.alreadySaved },
  class_without_students: { code: 'invalid_input', message: 'Lớp chưa có học sinh' },
  student_missing: { code: 'invalid_input', message: 'Danh sách còn thiếu học sinh của lớp' },
  duplicate_student: { code: 'invalid_input', message: 'Một học sinh được ghi hai lần' },
  student_of_another_class: {
    code: 'invalid_input',
    message: 'Danh sách có người không phải học sinh của lớp',
  },
  student_inactive: { code: 'invalid_input', message: 'Danh sách có học sinh đã ngừng hoạt động' },
  date_in_future: { code: 'invalid_input', message: 'Ngày điểm danh chưa tới' },
  date_outside_school_year: {
    code: 'invalid_input',
    message: 'Ngày điểm danh không thuộc năm học này',
  },
  school_not_empty: { code: 'conflict', message: 'Trường vẫn còn tài khoản hoặc lớp học' },
  school_changed: { code: 'conflict', message: 'Trường đã được người khác sửa' },
  class_changed: { code: 'conflict', message: 'Lớp đã được người khác sửa' },
  class_has_teacher: { code: 'conflict', message: 'Lớp này đã có giáo viên' },
  class_school_fixed: { code: 'conflict', message: 'Không thể chuyển lớp sang trường khác' },
  account_changed: { code: 'conflict', message: 'Tài khoản đã được người khác sửa' },
  account_tied_to_school: {
    code: 'conflict',
    message: 'Tài khoản đã có bài viết hoặc người thân ở trường cũ nên không thể chuyển trường',
  },
  username_taken: { code: 'conflict', message: 'Tên đăng nhập này đã có người dùng' },
  code_taken: { code: 'conflict', message: 'Mã định danh này đã có người dùng' },
  username_retired: {
    code: 'conflict',
    message: 'Tên đăng nhập này từng thuộc về một tài khoản khác nên không dùng lại được',
  },
  code_retired: {
    code: 'conflict',
    message: 'Mã định danh này từng thuộc về một tài khoản khác nên không dùng lại được',
  },
  last_admin: { code: 'conflict', message: 'Đây là quản trị viên cuối cùng còn hoạt động' },
  own_account_protected: {
    code: 'forbidden',
    message: 'Không thể tự xóa, khóa, đổi vai trò hoặc đặt lại mật khẩu của chính mình',
  },
  admin_reset_by_command: {
    code: 'forbidden',
    message: 'Mật khẩu của quản trị viên chỉ được đặt lại bằng lệnh trên máy chủ',
  },
  unknown_class: { code: 'invalid_input', message: 'Trường không có lớp này' },
  unknown_teacher: { code: 'invalid_input', message: 'Trường không có giáo viên này' },
  unknown_grade: { code: 'invalid_input', message: 'Không có khối này' },
  unknown_school: { code: 'invalid_input', message: 'Không có trường này' },
  unknown_child: { code: 'invalid_input', message: 'Trường không có học sinh này' },
  child_required: { code: 'invalid_input', message: 'Hãy chọn ít nhất một học sinh' },
  school_required: { code: 'invalid_input', message: messages.accounts.schoolRequired },
  table_missing: { code: 'invalid_input', message: 'Hãy chọn một tệp CSV hoặc Excel (.xlsx)' },
  table_unreadable: { code: 'invalid_input', message: 'Không đọc được bảng trong tệp này' },
  table_not_unicode: {
    code: 'invalid_input',
    message: 'Tệp CSV phải được lưu dạng UTF-8 để giữ dấu tiếng Việt',
  },
  table_too_large: {
    code: 'too_large',
    message: `Tệp lớn hơn ${limits.maxTableBytes / 1024 / 1024} MB`,
  },
  table_too_long: {
    code: 'too_large',
    message: `Bảng dài hơn ${limits.maxTableRows.toLocaleString('vi')} dòng`,
  },
  table_too_wide: { code: 'too_large', message: 'Bảng có quá nhiều cột' },
  table_too_complex: {
    code: 'too_large',
    message: 'Bảng quá nặng để đọc, hãy chép các cột cần thiết sang một tệp mới',
  },
  table_has_problems: { code: 'invalid_input', message: 'Bảng còn lỗi, chưa dòng nào được ghi' },
  key_reused: {
    code: 'conflict',
    message: 'Idempotency-Key này đã được dùng cho một yêu cầu khác',
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
  too_many_logins: {
    code: 'too_many_requests',
    message: 'Nhập sai mật khẩu quá nhiều lần, hãy thử lại sau ít phút',
  },
  server_busy: {
    code: 'too_many_requests',
    message: 'Máy chủ đang bận, hãy thử lại sau vài giây',
  },
  not_an_image: { code: 'invalid_input', message: 'Đây không phải ảnh JPEG, PNG hoặc WebP' },
  image_too_large: { code: 'too_large', message: 'Ảnh quá lớn' },
  storage_unavailable: {
    code: 'unavailable',
    message: 'Chưa lưu được ảnh hoặc video, hãy thử lại sau ít phút',
  },
  scanner_unavailable: { code: 'unavailable', message: 'Máy quét rác đang tạm nghỉ' },
  internal: { code: 'internal', message: 'Máy chủ gặp lỗi, hãy thử lại sau' },
  unavailable: { code: 'unavailable', message: 'Máy chủ đang bận, hãy thử lại sau ít phút' },
} as const satisfies Record<string, { code: ErrorCode; message: string }>;
export type ApiErrorName = keyof typeof apiErrors;

export const fieldIssue = z.object({ path: z.string(), message: z.string() });
export type FieldIssue = z.infer<typeof fieldIssue>;

export const errorResponse = z.object({
  message: z.string(),
  code: z.enum(errorCodes),
  issues: z.array(fieldIssue).optional(),
  requestId: z.string().optional(),
  /** A repeated request that already succeeded, but whose result no longer exists. */
  alreadyDone: z.literal(true).optional(),
});
export type ErrorResponse = z.infer<typeof errorResponse>;

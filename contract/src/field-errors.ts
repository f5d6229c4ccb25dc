import { messages } from './messages.ts';
import { limits } from './rules/limits.ts';
import {
  fillTemplate,
  type SimpleName,
  type Template,
  type ValuesArgument,
} from './rules/templates.ts';

/** Everything that can be wrong with one field of a form, or with one cell of an imported table. */
export const fieldErrors = {
  invalid_input: { message: 'Dữ liệu gửi lên chưa đúng' },
  required: { message: 'Hãy điền mục này' },
  wrong_type: { message: 'Sai kiểu dữ liệu' },
  too_short: { message: 'Cần ít nhất {min} ký tự' },
  too_long: { message: 'Dài hơn {max} ký tự' },
  not_a_number: { message: 'Hãy nhập một số' },
  not_a_whole_number: { message: 'Hãy nhập một số nguyên' },
  number_too_small: { message: 'Hãy nhập số từ {min} trở lên' },
  number_not_above: { message: 'Hãy nhập số lớn hơn {min}' },
  number_too_large: { message: 'Hãy nhập số từ {max} trở xuống' },
  too_many_items: { message: 'Nhiều nhất {max} mục' },
  invalid_choice: { message: 'Hãy chọn một trong các giá trị có sẵn' },
  invalid_format: { message: 'Sai định dạng' },
  invalid_date: { message: 'Ngày không hợp lệ' },
  invalid_idempotency_key: { message: '1 to 200 printable characters' },
  invalid_cursor: { message: 'Not a cursor of this list' },

  forbidden: { message: messages.access.denied },
  weak_password: { message: messages.password.hint },
  common_password: { message: 'Mật khẩu này quá phổ biến, dễ bị đoán' },
  password_has_name: { message: 'Mật khẩu không được chứa tên của bạn hoặc của trường' },
  wrong_code: { message: 'Mã không đúng hoặc đã được dùng' },
  leave_too_long: { message: 'Nhiều nhất {max} ngày', values: { max: limits.maxLeaveDays } },
  same_password: { message: 'Mật khẩu mới phải khác mật khẩu cũ' },
  wrong_current_password: { message: 'Mật khẩu hiện tại không đúng' },
  both_passwords_required: { message: messages.password.bothNeeded },

  name_required: { message: messages.schools.nameRequired },
  items_left: { message: '{count}' },
  unknown_class: { message: 'Trường không có lớp này' },
  unknown_teacher: { message: 'Trường không có giáo viên này' },
  unknown_grade: { message: 'Không có khối này' },
  unknown_school: { message: 'Không có trường này' },
  class_has_teacher: { message: 'Lớp này đã có giáo viên' },
  already_homeroom_teacher: { message: 'Giáo viên này đang chủ nhiệm lớp' },
  class_has_substitute: { message: 'Lớp đã có giáo viên dạy thay trong những ngày này' },
  first_day_past: { message: 'Ngày đầu đã qua' },
  last_day_before_first: { message: 'Ngày cuối phải từ ngày đầu trở đi' },
  period_too_long: {
    message: 'Nhiều nhất {max} ngày',
    values: { max: limits.maxSubstitutionDays },
  },
  class_school_fixed: { message: 'Không thể chuyển lớp sang trường khác' },

  username_too_short: { message: messages.accounts.usernameTooShort },
  username_not_plain: { message: "Only letters, digits, '.', '_' and '-'" },
  password_too_short: { message: messages.accounts.passwordTooShort },
  school_required: { message: messages.accounts.schoolRequired },
  invalid_email: { message: messages.accounts.invalidEmail },
  unknown_role: { message: 'Unknown role' },
  unknown_child: { message: 'Trường không có học sinh này' },
  unknown_parent: { message: 'Không có phụ huynh này' },
  child_required: { message: 'Hãy chọn ít nhất một học sinh' },
  username_taken: { message: 'Tên đăng nhập này đã có người dùng' },
  code_taken: { message: 'Mã định danh này đã có người dùng' },
  username_retired: {
    message: 'Tên đăng nhập này từng thuộc về một tài khoản khác nên không dùng lại được',
  },
  code_retired: {
    message: 'Mã định danh này từng thuộc về một tài khoản khác nên không dùng lại được',
  },
  account_tied_to_school: {
    message: 'Tài khoản đã có bài viết hoặc người thân ở trường cũ nên không thể chuyển trường',
  },
  own_account_protected: {
    message: 'Không thể tự xóa, khóa, đổi vai trò hoặc đặt lại mật khẩu của chính mình',
  },
  unknown_account: { message: 'Không tìm thấy tài khoản này' },
  students_only: { message: 'Chỉ dành cho học sinh' },
  account_inactive: { message: 'Tài khoản đang ngừng hoạt động' },
  student_without_class: { message: 'Học sinh chưa được xếp lớp' },
  admin_reset_by_command: {
    message: 'Mật khẩu của quản trị viên chỉ được đặt lại bằng lệnh trên máy chủ',
  },

  duplicate_column: { message: 'Cột bị lặp lại' },
  missing_column: { message: 'Thiếu cột này' },
  invalid_characters: { message: 'Có ký tự không hợp lệ' },
  cell_became_date: {
    message: 'Excel đã đổi ô này thành ngày tháng, hãy định dạng cột là Văn bản',
  },
  invalid_status: { message: 'Trạng thái là Hoạt động hoặc Ngừng hoạt động' },
  invalid_sex: { message: 'Giới tính là Nam hoặc Nữ' },
  invalid_consent: { message: 'Đồng ý đăng ảnh là Có hoặc Không' },
  consent_refused: {
    message:
      'Phụ huynh đã từ chối ngày {day}. Hãy để trống ô này; nếu phụ huynh đổi ý, hãy ghi nhận ở hồ sơ học sinh.',
  },
  invalid_phone: { message: 'Số điện thoại không hợp lệ' },
  same_phone: {
    message: 'Số điện thoại này trùng với một phụ huynh khác, hãy chọn là một người hay hai người',
  },
  duplicate_of_row: { message: 'Trùng với dòng {row}' },
  ambiguous_class: { message: 'Trường có nhiều lớp cùng tên này' },
  more_problems: { message: 'Từ dòng này còn nhiều lỗi khác' },

  student_has_left: { message: 'Học sinh đã rời trường, hãy ghi nhận quay lại trước' },
  class_without_students: { message: 'Lớp chưa có học sinh' },
  student_missing: { message: 'Danh sách còn thiếu học sinh của lớp' },
  duplicate_student: { message: 'Một học sinh được ghi hai lần' },
  student_of_another_class: { message: 'Danh sách có người không phải học sinh của lớp' },
  student_inactive: { message: 'Danh sách có học sinh đã ngừng hoạt động' },
  student_not_on_sheet: { message: 'Học sinh không có trong buổi điểm danh này' },
  nothing_to_correct: { message: 'Không có gì thay đổi' },
  date_in_future: { message: 'Ngày này chưa tới' },
  date_outside_school_year: {
    message:
      'Ngày này không thuộc năm học của lớp. Nếu đã sang năm học mới, quản trị trường cần bắt đầu năm học mới trước.',
  },

  invalid_first_monday: { message: 'Hãy chọn một thứ Hai từ tháng 8 đến tháng 12 của năm học đó' },
  students_unplaced: { message: '{count} học sinh chưa được xếp lớp' },
  classes_without_teacher: { message: '{count} lớp chưa có giáo viên' },
  teachers_of_two_classes: { message: '{count} giáo viên được xếp hai lớp' },
  classes_with_same_name: { message: '{count} lớp trùng tên trong cùng khối' },
  classes_graduating_early: { message: '{count} lớp chưa phải khối 5 mà ra trường' },
  outdated_plan: { message: 'Có mục không còn đúng với trường, hãy tải lại bản nháp' },
  unknown_person: { message: 'Trường không có học sinh hoặc giáo viên này' },
  unknown_new_class: { message: 'Năm học mới không có lớp này' },

  title_required: { message: messages.lessons.titleRequired },
  grade_required: { message: messages.lessons.gradeRequired },
  week_number_required: { message: messages.lessons.weekNumberRequired },
  week_title_required: { message: messages.lessons.weekTitleRequired },
  summary_required: { message: messages.lessons.summaryRequired },
  invalid_week: {
    message: 'Tuần là số nguyên từ 1 đến {max}',
    values: { max: limits.teachingWeeks },
  },
  activities_unreadable: { message: 'Danh sách hoạt động không đọc được' },
  invalid_slide_link: { message: 'Chỉ nhận liên kết https để xem từ {hosts}' },
  thumbnail_required: { message: 'Hãy chọn một ảnh' },
  unknown_thumbnail: { message: 'Ảnh này không có trên máy chủ, hãy tải lên lại' },
  outline_too_long: {
    message: 'Nhiều nhất {points} ý, mỗi ý nhiều nhất {characters} ký tự',
    values: { points: limits.maxOutlinePoints, characters: limits.maxOutlinePointLength },
  },
  too_many_lines: { message: 'Nhiều nhất {max} dòng' },
  line_too_long: { message: 'Mỗi dòng nhiều nhất {max} ký tự' },

  too_many_files: {
    message: 'Một bài viết có nhiều nhất {max} tệp',
    values: { max: limits.maxAttachments },
  },
  kind_name_taken: { message: 'Trường đã dạy một món có tên này' },
  not_an_image: { message: 'Đây không phải ảnh JPEG, PNG hoặc WebP' },
} as const satisfies Record<string, Template>;
export type FieldErrorName = keyof typeof fieldErrors;
export type SimpleFieldErrorName = SimpleName<typeof fieldErrors>;

/** The name of what is wrong and, in the default language, its text. */
export interface FieldProblem extends Template {
  reason: FieldErrorName;
}

export function describeProblem<Name extends FieldErrorName>(
  reason: Name,
  ...values: ValuesArgument<(typeof fieldErrors)[Name]>
): FieldProblem {
  return { reason, ...fillTemplate(fieldErrors[reason], ...values) };
}

/** For a schema: the message of a zod issue is the name of a field error. */
export function nameError(name: FieldErrorName): FieldErrorName {
  return name;
}

import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import type { FieldErrorName } from '@lop-xanh/contract/field-errors';
import type {
  DoubleAnswer,
  HandledKind,
  ImportAnswers,
  ImportField,
  ProblemGroup,
} from '@lop-xanh/contract/student-import';
import { translateIssue } from '../../lib/api-errors.ts';

export const fieldLabels: Record<ImportField, MessageDescriptor> = {
  full_name: msg`Họ và tên (tách)`,
  last_name: msg`Họ và tên đệm`,
  first_name: msg`Tên`,
  birth_date: msg`Ngày sinh`,
  birth_day: msg`Ngày sinh: ngày`,
  birth_month: msg`Ngày sinh: tháng`,
  birth_year: msg`Ngày sinh: năm`,
  sex: msg`Giới tính`,
  female: msg`Nữ (đánh dấu x)`,
  class_name: msg`Lớp`,
  identifier_code: msg`Mã định danh`,
  parent_names: msg`Cha, mẹ (tách)`,
  parent1_name: msg`Họ tên cha`,
  parent1_phone: msg`Điện thoại cha`,
  parent2_name: msg`Họ tên mẹ`,
  parent2_phone: msg`Điện thoại mẹ`,
  parent_phone: msg`Điện thoại cha mẹ`,
  email: msg`Email`,
  phone: msg`Điện thoại học sinh`,
  photo_consent: msg`Đồng ý đăng ảnh`,
  username: msg`Tên đăng nhập`,
  status: msg`Trạng thái`,
};

export const handledLabels: Record<HandledKind, MessageDescriptor> = {
  class_name: msg`lớp viết khác: đã hiểu`,
  phone: msg`điện thoại viết khác: đã sửa`,
  name_case: msg`tên toàn chữ hoa hoặc chữ thường: đã sửa`,
  no_email: msg`thiếu email: bỏ qua, học sinh không cần`,
  second_phone: msg`số điện thoại thứ hai: không nhập`,
  parent_without_phone: msg`phụ huynh không có số điện thoại riêng: không tạo tài khoản`,
  phone_without_parent: msg`điện thoại không có tên phụ huynh: ghi cho học sinh`,
};

export const answerLabels: Record<DoubleAnswer, MessageDescriptor> = {
  same: msg`Là một em, cập nhật`,
  different: msg`Hai em khác nhau`,
  skip: msg`Bỏ dòng này`,
};

export const samePhoneLabels: Record<
  NonNullable<ImportAnswers['same_phone']>,
  MessageDescriptor
> = {
  link: msg`Là một người`,
  separate: msg`Là những người khác nhau`,
};

/** Where the message of one cell does not name many of them. */
const problemLabels: Partial<Record<FieldErrorName, MessageDescriptor>> = {
  invalid_date: msg`ngày sinh không đọc được`,
  invalid_phone: msg`số điện thoại không đọc được`,
  invalid_sex: msg`giới tính không đọc được`,
  unknown_class: msg`lớp không nhận ra`,
  duplicate_of_row: msg`mã hoặc tên đăng nhập có hai lần`,
  code_taken: msg`mã đã thuộc về người khác`,
  name_required: msg`thiếu tên`,
};

export function describeProblemGroup({ reason, message, items }: ProblemGroup): string {
  const label = problemLabels[reason];
  if (label) return i18n._(label);
  return translateIssue({ reason, message, values: items[0]?.values }).message;
}

/** '3D, dòng 17', or the row alone of a file with one list. */
export function describePlace({ sheet, row }: { sheet: string; row: number }): string {
  return sheet ? t`${sheet}, dòng ${row}` : t`dòng ${row}`;
}

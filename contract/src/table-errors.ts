import { limits } from './rules/limits.ts';

/** What is wrong with an uploaded table as a whole. */
export const tableErrors = {
  table_missing: { code: 'invalid_input', message: 'Hãy chọn một tệp CSV hoặc Excel (.xlsx)' },
  table_unreadable: { code: 'invalid_input', message: 'Không đọc được bảng trong tệp này' },
  table_without_headings: {
    code: 'invalid_input',
    message: 'Không tìm thấy dòng tiêu đề ({headings}…)',
  },
  table_not_unicode: {
    code: 'invalid_input',
    message: 'Tệp CSV phải được lưu dạng UTF-8 để giữ dấu tiếng Việt',
  },
  table_old_excel: {
    code: 'invalid_input',
    message: 'Đây là tệp .xls kiểu cũ. Hãy mở bằng Excel rồi chọn Lưu thành… Excel (.xlsx)',
  },
  table_encrypted: {
    code: 'invalid_input',
    message: 'Tệp có mật khẩu. Hãy bỏ mật khẩu trong Excel rồi lưu lại',
  },
  table_old_letters: {
    code: 'invalid_input',
    message: 'Tệp dùng bộ chữ cũ (TCVN3 hoặc VNI). Hãy chuyển sang Unicode rồi lưu lại',
  },
  table_too_large: {
    code: 'too_large',
    message: 'Tệp lớn hơn {max} MB',
    values: { max: limits.maxTableBytes / 1024 / 1024 },
  },
  table_too_long: {
    code: 'too_large',
    message: 'Bảng dài hơn {max} dòng',
    values: { max: limits.maxTableRows },
  },
  table_too_wide: { code: 'too_large', message: 'Bảng có quá nhiều cột' },
  table_too_complex: {
    code: 'too_large',
    message: 'Bảng quá nặng để đọc, hãy chép các cột cần thiết sang một tệp mới',
  },
  table_has_problems: { code: 'invalid_input', message: 'Bảng còn lỗi, chưa dòng nào được ghi' },
} as const;

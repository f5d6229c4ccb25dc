import { fieldErrors } from './field-errors.ts';
import { limits } from './rules/limits.ts';

/** What the scanner and its teaching refuse. */
export const scannerErrors = {
  scanner_unavailable: { code: 'unavailable', message: 'Máy quét rác đang tạm nghỉ' },
  kind_name_taken: { code: 'conflict', ...fieldErrors.kind_name_taken },
  too_many_kinds: {
    code: 'conflict',
    message: 'Máy quét học nhiều nhất {max} món, hãy xóa bớt trước khi thêm',
    values: { max: limits.maxTaughtKinds },
  },
  too_many_taught_photos: {
    code: 'conflict',
    message: 'Máy quét của trường học nhiều nhất {max} ảnh, hãy xóa bớt trước khi thêm',
    values: { max: limits.maxTaughtPhotos },
  },
  too_many_photos_of_kind: {
    code: 'conflict',
    message: 'Mỗi món có nhiều nhất {max} ảnh, hãy xóa bớt trước khi thêm',
    values: { max: limits.maxTaughtPhotosPerKind },
  },
  too_many_waiting_photos: {
    code: 'conflict',
    message: 'Em đã gửi {max} ảnh, hãy đợi thầy cô xem rồi chụp tiếp nhé',
    values: { max: limits.maxWaitingPhotos },
  },
  too_many_waiting_of_kind: {
    code: 'conflict',
    message: 'Món này đã có {max} ảnh chờ thầy cô xem, em chụp món khác nhé',
    values: { max: limits.maxWaitingPhotosOfKind },
  },
  photo_already_taught: {
    code: 'conflict',
    message: 'Ảnh này giống hệt một ảnh đã dạy, hãy chụp từ góc khác',
  },
  taught_unreadable: {
    code: 'invalid_input',
    message: 'Tệp này không phải là bộ đã dạy máy quét, hoặc đã hỏng',
  },
  taught_by_other_model: {
    code: 'conflict',
    message: 'Bộ này được dạy cho một phiên bản máy quét khác',
  },
} as const;

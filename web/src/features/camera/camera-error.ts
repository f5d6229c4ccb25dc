import { t } from '@lingui/core/macro';
import { messages } from '../../language/messages.ts';

export interface ErrorText {
  title: string;
  text: string;
}

/**
 * Explains a camera error to a child. Without camera support, as in every browser on a page without
 * https, react-webcam reports an error of its own.
 */
export function describeCameraError(
  error: string | Error,
  isSecure = globalThis.isSecureContext,
): ErrorText {
  if (!(error instanceof DOMException)) {
    return {
      title: messages.scan.noCamera,
      text: isSecure
        ? t`Trình duyệt này không mở được máy ảnh. Em chọn một ảnh có sẵn nhé.`
        : t`Máy ảnh chỉ mở được khi địa chỉ trang bắt đầu bằng https. Em chọn một ảnh có sẵn nhé.`,
    };
  }
  switch (error.name) {
    case 'NotAllowedError':
    case 'SecurityError':
      return {
        title: t`Máy ảnh chưa được phép mở`,
        text: t`Em cho phép dùng máy ảnh trong cài đặt của trình duyệt rồi thử lại, hoặc chọn một ảnh có sẵn.`,
      };
    case 'NotFoundError':
    case 'OverconstrainedError':
      return {
        title: t`Không tìm thấy máy ảnh`,
        text: t`Máy này không có máy ảnh. Em chọn một ảnh có sẵn nhé.`,
      };
    case 'NotReadableError':
    case 'AbortError':
      return {
        title: t`Máy ảnh đang bận`,
        text: t`Em đóng ứng dụng khác đang dùng máy ảnh rồi thử lại, hoặc chọn một ảnh có sẵn.`,
      };
    default:
      return { title: t`Không mở được máy ảnh`, text: t`Em thử lại, hoặc chọn một ảnh có sẵn.` };
  }
}

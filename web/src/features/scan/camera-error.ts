import { messages } from '../../language/messages.ts';

export interface ErrorText {
  title: string;
  text: string;
}

const orPickPhoto = 'hoặc chọn một ảnh có sẵn.';

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
        ? 'Trình duyệt này không mở được máy ảnh. Em chọn một ảnh có sẵn nhé.'
        : 'Máy ảnh chỉ mở được khi địa chỉ trang bắt đầu bằng https. Em chọn một ảnh có sẵn nhé.',
    };
  }
  switch (error.name) {
    case 'NotAllowedError':
    case 'SecurityError':
      return {
        title: 'Máy ảnh chưa được phép mở',
        text: `Em cho phép dùng máy ảnh trong cài đặt của trình duyệt rồi thử lại, ${orPickPhoto}`,
      };
    case 'NotFoundError':
    case 'OverconstrainedError':
      return {
        title: 'Không tìm thấy máy ảnh',
        text: 'Máy này không có máy ảnh. Em chọn một ảnh có sẵn nhé.',
      };
    case 'NotReadableError':
    case 'AbortError':
      return {
        title: 'Máy ảnh đang bận',
        text: `Em đóng ứng dụng khác đang dùng máy ảnh rồi thử lại, ${orPickPhoto}`,
      };
    default:
      return { title: 'Không mở được máy ảnh', text: `Em thử lại, ${orPickPhoto}` };
  }
}

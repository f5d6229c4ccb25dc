import { messages } from '@lop-xanh/contract/messages';

export interface CameraFailure {
  title: string;
  text: string;
}

const pickInstead = 'hoặc chọn một ảnh có sẵn.';

/**
 * What went wrong with the camera, and what to do about it, in words for a child. A browser that offers no
 * camera fails with react-webcam's own error; every browser does so on a page without https.
 */
export function cameraFailure(
  error: string | Error,
  isSecure = globalThis.isSecureContext,
): CameraFailure {
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
        text: `Em cho phép dùng máy ảnh trong cài đặt của trình duyệt rồi thử lại, ${pickInstead}`,
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
        text: `Em đóng ứng dụng khác đang dùng máy ảnh rồi thử lại, ${pickInstead}`,
      };
    default:
      return { title: 'Không mở được máy ảnh', text: `Em thử lại, ${pickInstead}` };
  }
}

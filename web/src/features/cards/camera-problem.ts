import { t } from '@lingui/core/macro';

export interface CameraProblem {
  title: string;
  text: string;
}

/** Tells a child what to do without the camera. On a page without https no browser offers one. */
export function describeCameraProblem(
  error: unknown,
  isSecure = globalThis.isSecureContext,
): CameraProblem {
  const elsewhere = t`Em quét thẻ bằng ứng dụng máy ảnh của điện thoại, hoặc đăng nhập bằng mật khẩu nhé.`;
  if (!isSecure) {
    return { title: t`Trang này chưa mở được máy ảnh`, text: elsewhere };
  }
  switch (error instanceof DOMException ? error.name : '') {
    case 'NotAllowedError':
    case 'SecurityError':
      return {
        title: t`Máy ảnh chưa được phép mở`,
        text: t`Em nhờ người lớn cho phép dùng máy ảnh trong cài đặt của trình duyệt rồi thử lại nhé.`,
      };
    case 'NotReadableError':
    case 'AbortError':
      return {
        title: t`Máy ảnh đang bận`,
        text: t`Em đóng ứng dụng khác đang dùng máy ảnh rồi thử lại nhé.`,
      };
    case 'NotFoundError':
    case 'OverconstrainedError':
      return { title: t`Không tìm thấy máy ảnh`, text: elsewhere };
    default:
      return { title: t`Không mở được máy ảnh`, text: elsewhere };
  }
}

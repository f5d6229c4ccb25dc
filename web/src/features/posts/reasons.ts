import { t } from '@lingui/core/macro';

/** Why a Mod withdraws a post. */
export function listWithdrawalReasons(): string[] {
  return [
    t`Ảnh em chưa có đồng ý`,
    t`Lộ thông tin riêng tư`,
    t`Sai lớp, sai nội dung`,
    t`Không phù hợp với lớp học`,
  ];
}

/** Why a comment is hidden or reported. */
export function listCommentReasons(): string[] {
  return [
    t`Lời nói làm bạn khác buồn`,
    t`Lộ thông tin riêng tư`,
    t`Quảng cáo hoặc liên kết lạ`,
    t`Không phù hợp với lớp học`,
  ];
}

import type { MessageDescriptor } from '@lingui/core';
import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ModerationItem } from '@lop-xanh/contract/moderation';

const privacy = msg`Lộ thông tin riêng tư`;

const postReasons: readonly MessageDescriptor[] = [
  msg`Ảnh em chưa có đồng ý`,
  msg`Ảnh mờ hoặc không phù hợp`,
  msg`Sai lớp, sai nội dung`,
  privacy,
];

const commentReasons: readonly MessageDescriptor[] = [
  msg`Lời nói làm bạn khác buồn`,
  msg`Quảng cáo hoặc liên kết lạ`,
  msg`Không liên quan đến bài viết`,
  privacy,
];

const commonReasons: readonly MessageDescriptor[] = [msg`Không phù hợp với lớp học`, privacy];

/** The ready-made reasons for rejecting all of these items; own words come after them. */
export function listReasons(items: readonly ModerationItem[]): string[] {
  const comments = items.filter(({ comment }) => comment);
  const reasons =
    comments.length === 0
      ? postReasons
      : comments.length === items.length
        ? commentReasons
        : commonReasons;
  return reasons.map((reason) => i18n._(reason));
}

import { t } from '@lingui/core/macro';
import type { ModerationItem } from '@lop-xanh/contract/moderation';
import { listCommentReasons } from '../posts/public.ts';

/** The ready-made reasons for rejecting all of these items; own words come after them. */
export function listReasons(items: readonly ModerationItem[]): string[] {
  const hasPosts = items.some(({ comment }) => !comment);
  if (!hasPosts) return listCommentReasons();
  const hasComments = items.some(({ comment }) => comment);
  return hasComments ? listCommonReasons() : listPostReasons();
}

function listPostReasons(): string[] {
  return [
    t`Ảnh em chưa có đồng ý`,
    t`Ảnh mờ hoặc không phù hợp`,
    t`Sai lớp, sai nội dung`,
    t`Lộ thông tin riêng tư`,
  ];
}

function listCommonReasons(): string[] {
  return [t`Lộ thông tin riêng tư`, t`Không phù hợp với lớp học`];
}

import { t } from '@lingui/core/macro';
import { type CommentMode, commentModes } from '@lop-xanh/contract/moderation';

/** The modes are declared from the most open to the strictest. */
const getStrictness = (mode: CommentMode) => commentModes.indexOf(mode);

/** The modes that a class can choose beyond its school's. */
export function listStricterModes(school: CommentMode): CommentMode[] {
  return commentModes.filter((mode) => getStrictness(mode) > getStrictness(school));
}

/** A class that is not stricter than its school just follows it, which is stored as 'open'. */
export function getClassChoice(school: CommentMode, ofClass: CommentMode): CommentMode {
  return listStricterModes(school).includes(ofClass) ? ofClass : 'open';
}

export function getModeLabel(mode: CommentMode): string {
  switch (mode) {
    case 'open':
      return t`Hiện ngay`;
    case 'approval':
      return t`Hiện sau khi duyệt`;
    case 'off':
      return t`Tắt bình luận`;
  }
}

export function explainMode(mode: CommentMode): string {
  switch (mode) {
    case 'open':
      return t`Vẫn giữ lại bình luận có đường dẫn, số điện thoại hoặc từ trong danh sách.`;
    case 'approval':
      return t`Giáo viên của lớp hoặc quản trị trường duyệt từng bình luận.`;
    case 'off':
      return t`Không ai viết bình luận mới được. Bình luận cũ vẫn còn.`;
  }
}

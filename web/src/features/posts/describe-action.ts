import { t } from '@lingui/core/macro';
import type { ActionDescription } from '../../lib/outbox/action-description.ts';
import type { PostAction } from './post-actions.ts';

export function describeAction(action: PostAction): ActionDescription {
  const title = 'title' in action ? action.title : '';
  switch (action.kind) {
    case 'create':
      return { title: t`Bài viết “${title}”`, text: action.content, files: action.files };
    case 'edit':
      return { title: t`Sửa bài viết “${title}”`, text: action.content, files: action.files };
    case 'delete':
      return { title: t`Xóa bài viết “${title}”` };
    case 'like':
      return { title: action.liked ? t`Thích một bài viết` : t`Bỏ thích một bài viết` };
    case 'comment':
      return { title: t`Bình luận`, text: action.text };
    case 'approve':
      return { title: t`Duyệt bài viết “${title}”` };
    case 'reject':
      return { title: t`Từ chối bài viết “${title}”`, text: action.reason };
    case 'withdraw':
      return { title: t`Gỡ bài viết “${title}”`, text: action.reason };
    case 'restore':
      return { title: t`Đăng lại bài viết “${title}”` };
    case 'delete-comment':
      return { title: t`Xóa bình luận`, text: action.text };
    case 'report-comment':
      return { title: t`Báo cáo một bình luận`, text: action.reason };
    case 'hide-comment':
      return { title: t`Ẩn một bình luận`, text: action.reason };
    case 'approve-comment':
      return { title: t`Duyệt một bình luận` };
    case 'restore-comment':
      return { title: t`Hiện lại một bình luận` };
  }
}

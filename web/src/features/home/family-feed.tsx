import { t } from '@lingui/core/macro';
import type { Post } from '@lop-xanh/contract/posts';
import { messages } from '../../language/messages.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { PostFeed } from '../posts/public.ts';

/** The feed of a student or a parent. */
export function FamilyFeed({ isShown }: { isShown?: (post: Post) => boolean }) {
  return (
    <PostFeed
      filter="all"
      heading={
        <VisuallyHidden>
          <h2>{t`Bảng tin`}</h2>
        </VisuallyHidden>
      }
      emptyTitle={messages.feed.empty}
      isShown={isShown}
    />
  );
}

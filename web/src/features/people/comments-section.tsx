import { t } from '@lingui/core/macro';
import type { Person } from '@lop-xanh/contract/people';
import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { CommentList } from './comment-list.tsx';
import { CommentsDialog } from './lazy-comments-dialog.ts';
import { PersonSection, SectionEmpty } from './person-section.tsx';

/** What the person has lately written under posts. */
export function CommentsSection({ person: { account, comments } }: { person: Person }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <PersonSection
      title={t`Bình luận`}
      action={
        comments.next !== null && (
          <Button variant="subtle" onClick={() => setIsOpen(true)}>{t`Xem tất cả`}</Button>
        )
      }
    >
      {comments.comments.length === 0 && <SectionEmpty text={t`Chưa có bình luận nào`} />}
      <CommentList comments={comments.comments} />
      <Suspense>
        {isOpen && <CommentsDialog account={account} onClose={() => setIsOpen(false)} />}
      </Suspense>
    </PersonSection>
  );
}

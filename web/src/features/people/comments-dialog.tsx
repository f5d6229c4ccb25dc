import { t } from '@lingui/core/macro';
import type { Account } from '@lop-xanh/contract/accounts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Loaded } from '../../ui/loaded.tsx';
import { Modal } from '../../ui/modal.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useIsMobile } from '../../ui/use-is-mobile.ts';
import { CommentList } from './comment-list.tsx';
import { personCommentsQuery } from './people.api.ts';

interface Props {
  account: Account;
  onClose: () => void;
}

/** All comments of a person, newest first. */
export function CommentsDialog({ account: { id, full_name: name }, onClose }: Props) {
  const list = useInfiniteQuery(personCommentsQuery(id));
  return (
    <Modal
      opened
      onClose={onClose}
      title={t`Bình luận của ${name}`}
      size="40rem"
      fullScreen={useIsMobile()}
    >
      <Loaded
        query={list}
        skeleton={<Skeleton lines={6} />}
        failedMessage={t`Không tải được các bình luận`}
      >
        {(comments) => (
          <>
            <CommentList comments={comments} />
            <MoreButton list={list} />
          </>
        )}
      </Loaded>
    </Modal>
  );
}

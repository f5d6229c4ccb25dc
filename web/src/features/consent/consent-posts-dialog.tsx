import { t } from '@lingui/core/macro';
import type { PostToReview } from '@lop-xanh/contract/consent';
import { formatDate } from '@lop-xanh/contract/rules/dates';
import { Stack } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useOutboxEntries } from '../../lib/outbox/use-outbox.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Modal } from '../../ui/modal.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { SproutPicture } from '../../ui/pictures.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { useIsMobile } from '../../ui/use-is-mobile.ts';
import { PostModal } from '../posts/public.ts';
import { consentPostsQuery } from './consent.api.ts';
import classes from './consent-posts-dialog.module.css';

interface Props {
  studentId: number;
  name: string;
  onClose: () => void;
}

/** The posts that a Mod reviews after photos of a student may no longer be shown. */
export function ConsentPostsDialog({ studentId, name, onClose }: Props) {
  const query = useInfiniteQuery(consentPostsQuery(studentId));
  const { refetch } = query;
  const [openPost, setOpenPost] = useState<number | null>(null);
  const unsent = useOutboxEntries().length;
  useEffect(() => {
    // A post that was withdrawn here leaves the list once the server knows.
    if (unsent === 0) void refetch();
  }, [unsent, refetch]);
  return (
    <>
      <Modal
        opened
        onClose={onClose}
        // Escape closes only the post above it.
        closeOnEscape={openPost === null}
        title={t`Bài có ảnh, có thể có ${name}`}
        size="40rem"
        fullScreen={useIsMobile()}
      >
        <Stack>
          <p>
            {t`Các bài có ảnh đã đăng của lớp khi em học ở đó. Nếu nhận ra em trong ảnh, hãy gỡ bài hoặc nhờ giáo viên làm mờ.`}
          </p>
          <Loaded
            query={query}
            skeleton={<Skeleton lines={4} />}
            failedMessage={t`Không tải được các bài viết`}
            empty={<EmptyState picture={<SproutPicture />} title={t`Không có bài nào có ảnh`} />}
          >
            {(posts) => (
              <ul className={classes.posts} aria-label={t`Bài viết`}>
                {posts.map((post) => (
                  <li key={post.id}>
                    <button
                      type="button"
                      className={classes.post}
                      aria-haspopup="dialog"
                      onClick={() => setOpenPost(post.id)}
                    >
                      <span className={classes.words}>
                        <span className={classes.title} lang="vi">
                          {post.title}
                        </span>
                        <span className={classes.facts}>{describePost(post)}</span>
                      </span>
                      <IconChevronRight size={20} aria-hidden />
                    </button>
                  </li>
                ))}
              </ul>
            )}
          </Loaded>
          <MoreButton list={query} />
        </Stack>
      </Modal>
      {openPost !== null && <PostModal id={openPost} onClose={() => setOpenPost(null)} />}
    </>
  );
}

function describePost({ author, class_name, createdAt, photos, ...post }: PostToReview): string {
  const { blurredFaces: count, confirmed } = post;
  return [
    class_name === null ? null : t`Lớp ${class_name}`,
    author,
    formatDate(createdAt),
    t`${photos} ảnh, video`,
    count > 0 ? t`${count} khuôn mặt đã làm mờ` : null,
    confirmed ? t`giáo viên đã xác nhận` : t`giáo viên chưa xác nhận`,
  ]
    .filter((fact) => fact !== null)
    .join(' · ');
}

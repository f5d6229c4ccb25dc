import { i18n } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import type { AuthoredPosts } from '@lop-xanh/contract/people';
import { type PostStatus, postStatuses } from '@lop-xanh/contract/posts';
import { formatDate } from '@lop-xanh/contract/rules/dates';
import { postPath } from '../../lib/paths.ts';
import { Link } from '../../lib/routing/link.tsx';
import { PersonSection, SectionEmpty, SectionItem, SectionList } from './person-section.tsx';

const statusLabels: Record<PostStatus, ReturnType<typeof msg>> = {
  pending: msg`chờ duyệt`,
  approved: msg`đã duyệt`,
  rejected: msg`bị từ chối`,
  withdrawn: msg`đã gỡ`,
};

/** How many posts a teacher has written, and the newest of them. */
export function PostsSection({ posts: { counts, newest } }: { posts: AuthoredPosts }) {
  const summary = postStatuses
    .filter((status) => counts[status] > 0)
    .map((status) => `${counts[status]} ${i18n._(statusLabels[status])}`)
    .join(' · ');
  return (
    <PersonSection title={t`Bài viết`}>
      <SectionEmpty text={summary || t`Chưa có bài viết nào`} />
      <SectionList>
        {newest.map(({ id, title, status, class_name: name, createdAt }) => (
          <SectionItem
            key={id}
            title={
              <Link to={postPath(id)} lang="vi">
                {title}
              </Link>
            }
            text={[i18n._(statusLabels[status]), name && t`Lớp ${name}`, formatDate(createdAt)]
              .filter(Boolean)
              .join(' · ')}
          />
        ))}
      </SectionList>
    </PersonSection>
  );
}

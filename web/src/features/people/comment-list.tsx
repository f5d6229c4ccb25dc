import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { CommentStatus } from '@lop-xanh/contract/comments';
import type { AuthoredComment } from '@lop-xanh/contract/people';
import { formatDate } from '@lop-xanh/contract/rules/dates';
import { postPath } from '../../lib/paths.ts';
import { Link } from '../../lib/routing/link.tsx';
import classes from './comment-list.module.css';
import { SectionItem, SectionList } from './person-section.tsx';

const statusLabels: Record<CommentStatus, ReturnType<typeof msg> | null> = {
  visible: null,
  held: msg`chờ duyệt`,
  hidden: msg`đã ẩn`,
};

/** Comments of one author, each of which leads to its post. */
export function CommentList({ comments }: { comments: readonly AuthoredComment[] }) {
  return (
    <SectionList>
      {comments.map(({ id, text, status, createdAt, post }) => {
        const label = statusLabels[status];
        return (
          <SectionItem
            key={id}
            title={
              <Link to={postPath(post.id)} className={classes.words} lang="vi">
                {text}
              </Link>
            }
            text={
              <>
                <span lang="vi">{post.title}</span>
                {[formatDate(createdAt), label && i18n._(label)]
                  .filter(Boolean)
                  .map((more) => ` · ${more}`)}
              </>
            }
          />
        );
      })}
    </SectionList>
  );
}

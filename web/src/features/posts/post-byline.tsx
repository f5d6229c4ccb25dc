import { t } from '@lingui/core/macro';
import type { Post } from '@lop-xanh/contract/posts';
import type { ReactNode } from 'react';
import { Avatar } from '../../ui/avatar.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { PersonLink } from '../people/public.ts';
import classes from './post-byline.module.css';

interface Props {
  post: Post;
  /** Buttons at the end of the line. */
  children?: ReactNode;
}

export function PostByline({ post, children }: Props) {
  const { class_name: name } = post;
  const author = {
    id: post.author_id,
    first_name: post.author_first_name,
    avt: post.author_avt,
  };
  return (
    <div className={classes.byline}>
      <Avatar user={author} />
      <div className={classes.text}>
        <p className={classes.author}>
          <PersonLink id={post.author_id} role={post.authorRole} isPlain>
            {post.author_display}
          </PersonLink>
          {post.isBySubstitute && <span className={classes.substitute}>{t`dạy thay`}</span>}
        </p>
        <p className={classes.time}>
          <DateTime instant={post.createdAt} />
          {name !== null && ` · ${t`Lớp\u00a0${name}`}`}
        </p>
      </div>
      {children}
    </div>
  );
}

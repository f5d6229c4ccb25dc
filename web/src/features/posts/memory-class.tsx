import { t } from '@lingui/core/macro';
import type { FormerClass } from '@lop-xanh/contract/memories';
import { formatSchoolYear } from '@lop-xanh/contract/rules/dates';
import { Button } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useCallback, useId, useMemo } from 'react';
import { messages } from '../../language/messages.ts';
import { describeError } from '../../lib/api-errors.ts';
import { childrenQuery, useUser } from '../../lib/current-user.ts';
import { Card } from '../../ui/card.tsx';
import { EndOfList } from '../../ui/end-of-list.tsx';
import { SproutFriend } from '../../ui/pictures.tsx';
import { ErrorState } from '../../ui/state.tsx';
import { useFailureToast } from '../../ui/use-failure-toast.ts';
import { MosaicsSkeleton } from './memories-skeleton.tsx';
import classes from './memory-class.module.css';
import { MemoryPost } from './memory-post.tsx';
import { useOptimisticPosts } from './optimistic-posts.ts';
import { classPostsQuery } from './posts.api.ts';

interface Props {
  formerClass: FormerClass;
  /** The face of the drawing, so that neighbours differ. */
  isLaughing: boolean;
  /** Called when the user is about to reach the end of the class. */
  onEndNear: (() => void) | undefined;
}

export function MemoryClass({ formerClass, isLaughing, onEndNear }: Props) {
  const titleId = useId();
  const { class_name: name, teacher_full_name: teacher } = formerClass;
  return (
    <section className={classes.section} aria-labelledby={titleId}>
      <header className={classes.header}>
        <span className={classes.drawing}>
          <SproutFriend isLaughing={isLaughing} />
        </span>
        <div className={classes.text}>
          <h2 id={titleId} className={classes.title}>
            {t`Lớp ${name}`}
            {teacher !== null && <span lang="vi">{` · ${teacher}`}</span>}
          </h2>
          <p className={classes.soft}>
            <ClassFacts formerClass={formerClass} />
          </p>
        </div>
      </header>
      <ClassPosts classId={formerClass.class_id} onEndNear={onEndNear} />
    </section>
  );
}

function ClassFacts({ formerClass }: { formerClass: FormerClass }) {
  const { role } = useUser();
  const { data: children = [] } = useQuery({ ...childrenQuery, enabled: role === 'Parent' });
  const { student_first_name: child, post_count: posts, photo_count: photos } = formerClass;
  const years = formatSchoolYear(formerClass.school_year);
  return [
    ...(children.length > 1 ? [t`Lớp của ${child}`] : []),
    t`Năm học ${years}`,
    photos === 0 ? t`${posts} bài` : t`${posts} bài, ${photos} ảnh`,
  ].join('\u00a0· ');
}

function ClassPosts({ classId, onEndNear }: { classId: number } & Pick<Props, 'onEndNear'>) {
  const query = useInfiniteQuery(classPostsQuery(classId));
  const { data, error, fetchNextPage, hasNextPage, isFetching, isFetchNextPageError } = query;
  const errorMessage = error && describeError(error, messages.feed.loadFailed);
  useFailureToast(data && errorMessage);
  const serverPosts = useMemo(() => data?.pages.flatMap((page) => page.posts) ?? [], [data]);
  const posts = useOptimisticPosts(serverPosts, 'all');
  const loadMore = useCallback(() => {
    if (!isFetching) void fetchNextPage();
  }, [isFetching, fetchNextPage]);

  if (query.isPending) return <MosaicsSkeleton />;
  if (!data) {
    return (
      <Card>
        <ErrorState message={errorMessage ?? ''} retry={() => void query.refetch()} />
      </Card>
    );
  }
  return (
    <>
      <div className={classes.posts}>
        {posts.map((post, index) => (
          <MemoryPost key={post.id} post={post} isFirst={index === 0} />
        ))}
      </div>
      {hasNextPage && isFetchNextPageError && (
        <Button
          variant="default"
          loading={query.isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t`Xem thêm bài viết`}
        </Button>
      )}
      {hasNextPage && !isFetchNextPageError && <EndOfList onNear={loadMore} />}
      {query.isFetchingNextPage && !isFetchNextPageError && <MosaicsSkeleton />}
      {!hasNextPage && onEndNear && <EndOfList onNear={onEndNear} />}
    </>
  );
}

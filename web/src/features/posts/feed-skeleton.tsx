import { PostSkeleton } from '../../ui/skeleton.tsx';

export function FeedSkeleton() {
  return (
    <>
      <PostSkeleton />
      <PostSkeleton />
    </>
  );
}

import { FeedSkeleton } from '../posts/public.ts';
import classes from './home.module.css';

/** Replaced by the whole home at once, so that nothing moves while it loads. */
export function HomeSkeleton() {
  return (
    <div className={classes.home}>
      <FeedSkeleton />
    </div>
  );
}

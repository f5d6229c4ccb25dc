import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { persistPosts } from '../../features/posts/persist-posts.ts';
import { repairPictures } from '../../lib/broken-pictures.ts';
import { childrenQuery, useUser } from '../../lib/current-user.ts';
import { persistQueries } from '../../lib/persisted-queries.ts';
import { useSession } from '../../lib/session.ts';
import { useToday } from '../../lib/today.ts';
import { whenIdle } from '../../lib/when-idle.ts';

/** Keeps what the user has seen, and the coming lessons, on the device, and keeps it up to date. */
export function useOfflineData(): void {
  const client = useQueryClient();
  const user = useUser();
  const { token } = useSession();
  const { id } = user;
  useEffect(
    () => persistQueries(client, { user: id, token }, { posts: persistPosts }),
    [client, id, token],
  );
  useEffect(() => repairPictures(client), [client]);
  // The first response without a child deletes that child's data from the device.
  useQuery({ ...childrenQuery, enabled: user.role === 'Parent' });

  const today = useToday();
  const lastDay = useRef(today);
  useEffect(() => {
    if (lastDay.current !== today) void client.invalidateQueries();
    lastDay.current = today;
    const prefetch = async () => {
      const { prefetchComingLessons } = await import('../../features/lessons/coming-lessons.ts');
      await prefetchComingLessons(client, user);
    };
    // What fails is fetched when the line is back, or when the user opens it.
    const start = () => whenIdle(() => void prefetch().catch(() => undefined));
    let cancel = start();
    const restart = () => {
      cancel();
      cancel = start();
    };
    window.addEventListener('online', restart);
    return () => {
      cancel();
      window.removeEventListener('online', restart);
    };
  }, [client, user, today]);
}

import { type RefObject, useEffect } from 'react';
import { useUser } from '../../lib/current-user.ts';
import { currentToken } from '../../lib/session.ts';
import type { OptimisticPost } from './local-posts.ts';

/** Tells the server when a Student or Parent has read the post in this element. */
export function useReportSeen(
  card: RefObject<HTMLElement | null>,
  { id, status }: Pick<OptimisticPost, 'id' | 'status'>,
): void {
  const { role } = useUser();
  const isReported = (role === 'Student' || role === 'Parent') && status === 'approved' && id > 0;
  useEffect(() => {
    if (!isReported) return undefined;
    let stop: (() => void) | undefined;
    let isGone = false;
    const observe = async () => {
      // Not needed before the first render, so not part of the first load.
      const { observeCard } = await import('./seen-reporter.ts');
      if (!isGone && card.current && currentToken() !== null) stop = observeCard(card.current, id);
    };
    observe().catch(() => undefined);
    return () => {
      isGone = true;
      stop?.();
    };
  }, [card, id, isReported]);
}

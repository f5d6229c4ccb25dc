import { notifications, type UnreadEvent } from '@lop-xanh/contract/notifications';
import { limits } from '@lop-xanh/contract/rules/limits';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { useUser } from '../../lib/current-user.ts';
import { subscribeToEvents } from '../../lib/event-stream.ts';
import { useSession } from '../../lib/session.ts';
import { withTabLock } from '../../lib/tab-lock.ts';
import { signalTabs, useTabSignals } from '../../lib/tab-signals.ts';
import { applyStreamedUnread, refreshNotifications, unreadQuery } from './notifications.api.ts';

export function useHasUnread(): boolean {
  const { data = 0 } = useQuery(unreadQuery);
  return data > 0;
}

/** Calls back when a notification arrives while the screen is open, in whichever tab the stream is. */
export function useOnNotification(onArrival: () => void): void {
  const { data: unread } = useQuery(unreadQuery);
  const known = useRef(unread);
  useEffect(() => {
    const hasArrived =
      known.current !== undefined && unread !== undefined && unread > known.current;
    known.current = unread;
    if (hasArrived) onArrival();
  }, [unread, onArrival]);
}

const signals = ['posts-changed', 'notifications-changed'] as const;

/** Keeps notifications, the unread dot and the badge of the installed app up to date. */
export function useNotificationUpdates(): void {
  const { id } = useUser();
  const { token } = useSession();
  const client = useQueryClient();
  const { data: unread } = useQuery(unreadQuery);
  useEffect(() => {
    if (unread === undefined || !('setAppBadge' in navigator)) return;
    navigator.setAppBadge(unread).catch(() => undefined);
  }, [unread]);
  useTabSignals(
    signals,
    limits.badgeSignalDelayMs,
    useCallback(() => void refreshNotifications(client), [client]),
  );
  useEffect(() => {
    if (token === null) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const follow = () =>
      subscribeToEvents(notifications.stream, {
        token,
        signal,
        onEvent: (event) => {
          applyStreamedUnread(client, (event as UnreadEvent).unread);
          signalTabs('notifications-changed');
        },
      });
    // A browser opens at most six connections to a server, so one tab listens for all of them.
    withTabLock(`notifications-${id}`, follow, { signal }).catch(() => undefined);
    return () => controller.abort();
  }, [token, id, client]);
}

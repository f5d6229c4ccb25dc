import { notifications, type UnreadEvent } from '@lop-xanh/contract/notifications';
import { limits } from '@lop-xanh/contract/rules/limits';
import type { Role } from '@lop-xanh/contract/rules/roles';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { useUser } from '../../lib/current-user.ts';
import { subscribeToEvents } from '../../lib/event-stream.ts';
import { useSession } from '../../lib/session.ts';
import { withTabLock } from '../../lib/tab-lock.ts';
import { signalTabs, useTabSignals } from '../../lib/tab-signals.ts';
import { applyStreamedUnread, refreshNotifications, unreadQuery } from './notifications.api.ts';

/** Only these roles have work waiting in their notifications. */
const hasDot = (role: Role) => role === 'Mod' || role === 'Teacher';

export function useHasUnread(): boolean {
  const { role } = useUser();
  const { data = 0 } = useQuery({ ...unreadQuery, enabled: hasDot(role) });
  return hasDot(role) && data > 0;
}

const signals = ['posts-changed', 'notifications-changed'] as const;

/** Keeps notifications up to date, for the unread dot or while their page is open. */
export function useNotificationUpdates({ isScreenOpen }: { isScreenOpen: boolean }): void {
  const { role, id } = useUser();
  const { token } = useSession();
  const client = useQueryClient();
  const isFollowing = hasDot(role) || isScreenOpen;
  useTabSignals(
    signals,
    limits.badgeSignalDelayMs,
    useCallback(() => void refreshNotifications(client), [client]),
  );
  useEffect(() => {
    if (!isFollowing || token === null) return undefined;
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
  }, [isFollowing, token, id, client]);
}

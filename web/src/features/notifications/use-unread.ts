import { notifications, type UnreadEvent } from '@lop-xanh/contract/notifications';
import { limits } from '@lop-xanh/contract/rules/limits';
import type { Role } from '@lop-xanh/contract/rules/roles';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { followEvents } from '../../lib/event-stream.ts';
import { inOneTab } from '../../lib/in-one-tab.ts';
import { useSession } from '../../lib/session.ts';
import { signalTabs, useTabSignals } from '../../lib/tab-signals.ts';
import { useUser } from '../../lib/visitor.ts';
import { refreshNotifications, settleUnread, unreadQuery } from './notifications.api.ts';

/** The dot is for those who have work waiting. */
const hasDot = (role: Role) => role === 'Mod' || role === 'Teacher';

export function useHasUnread(): boolean {
  const { role } = useUser();
  const { data = 0 } = useQuery({ ...unreadQuery, enabled: hasDot(role) });
  return hasDot(role) && data > 0;
}

const signals = ['posts-changed', 'notifications-changed'] as const;

/** Keeps what is shown of notifications up to date: for the dot, or while their screen is open. */
export function useNews({ isScreenOpen }: { isScreenOpen: boolean }): void {
  const { role, id } = useUser();
  const { token } = useSession();
  const client = useQueryClient();
  const isWanted = hasDot(role) || isScreenOpen;
  useTabSignals(
    signals,
    limits.badgeSignalMs,
    useCallback(() => void refreshNotifications(client), [client]),
  );
  useEffect(() => {
    if (!isWanted || token === null) return undefined;
    const stop = new AbortController();
    const { signal } = stop;
    const follow = () =>
      followEvents(notifications.stream, {
        token,
        signal,
        onEvent: (event) => {
          settleUnread(client, (event as UnreadEvent).unread);
          signalTabs('notifications-changed');
        },
      });
    // A browser has six connections to a server for all its tabs: one of them listens for the others.
    inOneTab(`notifications-${id}`, follow, { signal }).catch(() => undefined);
    return () => stop.abort();
  }, [isWanted, token, id, client]);
}

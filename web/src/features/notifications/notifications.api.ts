import type { ResponseOf } from '@lop-xanh/contract/endpoint';
import { type Notification, notifications } from '@lop-xanh/contract/notifications';
import { limits } from '@lop-xanh/contract/rules/limits';
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { request } from '../../lib/api.ts';
import { restoreQuery } from '../../lib/persisted-queries.ts';
import { signalTabs } from '../../lib/tab-signals.ts';

const keys = {
  list: ['notifications', 'list'],
  unread: ['notifications', 'unread'],
} as const;

type Page = ResponseOf<typeof notifications.list>;

export const notificationsQuery = infiniteQueryOptions({
  queryKey: keys.list,
  queryFn: ({ pageParam }) =>
    request(notifications.list, { query: { before: pageParam ?? undefined } }),
  // Null, unlike undefined, survives JSON.
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }) => next ?? undefined,
  select: ({ pages }) => ({
    notifications: pages.flatMap(({ notifications }) => notifications),
    unread: pages[0]?.unread ?? 0,
  }),
  refetchInterval: limits.notificationPollMs,
  ...restoreQuery<InfiniteData<Page, string | null>>(keys.list),
});

/** The number of unread notifications: polled, and updated by the stream in between. */
export const unreadQuery = queryOptions({
  queryKey: keys.unread,
  queryFn: async () => (await request(notifications.list, { query: { limit: 1 } })).unread,
  refetchInterval: limits.notificationPollMs,
  refetchIntervalInBackground: true,
  ...restoreQuery<number>(keys.unread),
});

/** Applies a count from the stream and reloads the list. */
export function applyStreamedUnread(client: QueryClient, unread: number): void {
  client.setQueryData(keys.unread, unread);
  void client.invalidateQueries({ queryKey: keys.list });
}

export async function refreshNotifications(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: ['notifications'] });
}

/** Marks the notification as read at once; the server's response then replaces the guess. */
export function useReadNotifications() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ sourceIds }: Notification) =>
      request(notifications.read, { body: { ids: sourceIds } }),
    onMutate: ({ id }) => markRead(client, (notification) => notification.id === id),
    onSuccess: ({ unread }) => applyUnread(client, unread),
    onError: () => refreshNotifications(client),
  });
}

export function useReadAllNotifications() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request(notifications.readAll),
    onMutate: () => markRead(client, () => true),
    onSuccess: ({ unread }) => applyUnread(client, unread),
    onError: () => refreshNotifications(client),
  });
}

function updatePages(client: QueryClient, update: (page: Page) => Page): void {
  client.setQueryData<InfiniteData<Page, string | null>>(
    keys.list,
    (data) => data && { ...data, pages: data.pages.map(update) },
  );
}

async function markRead(client: QueryClient, matches: (notification: Notification) => boolean) {
  await client.cancelQueries({ queryKey: keys.list });
  const read = { read: true, isRead: true, readAt: new Date().toISOString() };
  updatePages(client, (page) => ({
    ...page,
    notifications: page.notifications.map((notification) =>
      matches(notification) && !notification.read ? { ...notification, ...read } : notification,
    ),
  }));
}

function applyUnread(client: QueryClient, unread: number): void {
  client.setQueryData(keys.unread, unread);
  updatePages(client, (page) => ({ ...page, unread }));
  signalTabs('notifications-changed');
}

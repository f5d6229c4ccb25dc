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
import { signalTabs } from '../../lib/tab-signals.ts';

const keys = {
  list: ['notifications', 'list'],
  unread: ['notifications', 'unread'],
} as const;

type Page = ResponseOf<typeof notifications.list>;

export const notificationsQuery = infiniteQueryOptions({
  queryKey: keys.list,
  queryFn: ({ pageParam }) => request(notifications.list, { query: { before: pageParam } }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }) => next ?? undefined,
  refetchInterval: limits.notificationPollMs,
});

/** How many are unread: asked now and then, and told by the stream in between. */
export const unreadQuery = queryOptions({
  queryKey: keys.unread,
  queryFn: async () => (await request(notifications.list, { query: { limit: 1 } })).unread,
  refetchInterval: limits.notificationPollMs,
  refetchIntervalInBackground: true,
});

/** Takes over what the stream told; what the list shows is asked for anew. */
export function settleUnread(client: QueryClient, unread: number): void {
  client.setQueryData(keys.unread, unread);
  void client.invalidateQueries({ queryKey: keys.list });
}

export async function refreshNotifications(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: ['notifications'] });
}

/** Shows them as read at once; the server's answer, or its refusal, has the last word. */
export function useReadNotifications() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ sourceIds }: Notification) =>
      request(notifications.read, { body: { ids: sourceIds } }),
    onMutate: ({ id }) => showRead(client, (one) => one.id === id),
    onSuccess: ({ unread }) => settled(client, unread),
    onError: () => refreshNotifications(client),
  });
}

export function useReadAllNotifications() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request(notifications.readAll),
    onMutate: () => showRead(client, () => true),
    onSuccess: ({ unread }) => settled(client, unread),
    onError: () => refreshNotifications(client),
  });
}

function changePages(client: QueryClient, change: (page: Page) => Page): void {
  client.setQueryData<InfiniteData<Page, string | undefined>>(
    keys.list,
    (data) => data && { ...data, pages: data.pages.map(change) },
  );
}

async function showRead(client: QueryClient, isMeant: (one: Notification) => boolean) {
  await client.cancelQueries({ queryKey: keys.list });
  const read = { read: true, isRead: true, readAt: new Date().toISOString() };
  changePages(client, (page) => ({
    ...page,
    notifications: page.notifications.map((one) =>
      isMeant(one) && !one.read ? { ...one, ...read } : one,
    ),
  }));
}

function settled(client: QueryClient, unread: number): void {
  client.setQueryData(keys.unread, unread);
  changePages(client, (page) => ({ ...page, unread }));
  signalTabs('notifications-changed');
}

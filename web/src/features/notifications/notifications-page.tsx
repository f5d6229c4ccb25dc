import { messages } from '@lop-xanh/contract/messages';
import type { Notification } from '@lop-xanh/contract/notifications';
import { Button } from '@mantine/core';
import { IconChecks } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ComponentType, useCallback, useState } from 'react';
import { errorMessageOr } from '../../lib/api-errors.ts';
import { useUser } from '../../lib/current-user.ts';
import { Card } from '../../ui/card.tsx';
import { EndOfList } from '../../ui/end-of-list.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SproutPicture } from '../../ui/pictures.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/state.tsx';
import { useFailureToast } from '../../ui/use-failure-toast.ts';
import { NotificationItem } from './notification-item.tsx';
import {
  notificationsQuery,
  useReadAllNotifications,
  useReadNotifications,
} from './notifications.api.ts';
import classes from './notifications-page.module.css';

const loadFailedMessage = 'Không thể tải thông báo';

interface Props {
  /** Shows a post in a dialog for a Mod to approve or reject. */
  PostModal: ComponentType<{ id: number; onClose: () => void }>;
}

export function NotificationsPage({ PostModal }: Props) {
  const { data, error, refetch, ...paging } = useInfiniteQuery(notificationsQuery);
  const readAll = useReadAllNotifications();
  const [openPost, setOpenPost] = useState<number | null>(null);
  useFailureToast(data && error && errorMessageOr(loadFailedMessage, error));
  const list = data?.pages.flatMap(({ notifications }) => notifications);
  const hasUnread = list?.some(({ read }) => !read) || (data?.pages[0]?.unread ?? 0) > 0;

  return (
    <div className={classes.page}>
      <PageHeader title={messages.navigation.notifications}>
        <Button
          variant="default"
          leftSection={<IconChecks size={20} aria-hidden />}
          disabled={!hasUnread}
          loading={readAll.isPending}
          onClick={() => readAll.mutate()}
        >
          {messages.notifications.markAllRead}
        </Button>
      </PageHeader>
      {list && list.length > 0 ? (
        <List list={list} onOpenPost={setOpenPost} paging={paging} />
      ) : (
        <Card>
          {list ? (
            <EmptyState picture={<SproutPicture />} title={messages.notifications.empty} />
          ) : error ? (
            <ErrorState
              message={errorMessageOr(loadFailedMessage, error)}
              retry={() => void refetch()}
            />
          ) : (
            <Skeleton lines={6} />
          )}
        </Card>
      )}
      {openPost !== null && <PostModal id={openPost} onClose={() => setOpenPost(null)} />}
    </div>
  );
}

interface PagingState {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => Promise<unknown>;
}

interface ListProps {
  list: readonly Notification[];
  onOpenPost: (id: number) => void;
  paging: PagingState;
}

function List({ list, onOpenPost, paging }: ListProps) {
  const { role } = useUser();
  const read = useReadNotifications();
  const { fetchNextPage, hasNextPage, isFetchingNextPage, isFetchNextPageError } = paging;
  const loadMore = useCallback(() => {
    if (!isFetchingNextPage) void fetchNextPage();
  }, [fetchNextPage, isFetchingNextPage]);
  const opensPost = ({ action, refType }: Notification) =>
    role === 'Mod' && action === 'pending_approval' && refType === 'post';
  return (
    <>
      <ul className={classes.list} aria-label={messages.navigation.notifications}>
        {list.map((notification) => (
          <li key={notification.sourceIds.at(-1)}>
            <NotificationItem
              notification={notification}
              open={opensPost(notification) ? () => onOpenPost(notification.refId) : undefined}
              onRead={() => {
                if (!notification.read) read.mutate(notification);
              }}
            />
          </li>
        ))}
      </ul>
      {hasNextPage && isFetchNextPageError && (
        <Button variant="default" loading={isFetchingNextPage} onClick={loadMore}>
          Xem thêm thông báo
        </Button>
      )}
      {hasNextPage && !isFetchNextPageError && <EndOfList onNear={loadMore} />}
      {isFetchingNextPage && <Skeleton lines={2} />}
    </>
  );
}

import { t } from '@lingui/core/macro';
import type { Notification } from '@lop-xanh/contract/notifications';
import { Button } from '@mantine/core';
import { IconChecks } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Suspense, useCallback, useState } from 'react';
import { messages } from '../../language/messages.ts';
import { getTextLanguage } from '../../language/text-language.ts';
import { useUser } from '../../lib/current-user.ts';
import { Card } from '../../ui/card.tsx';
import { EndOfList } from '../../ui/end-of-list.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SproutPicture } from '../../ui/pictures.tsx';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { ConsentPostsDialog } from '../consent/public.ts';
import { PostModal } from '../posts/public.ts';
import { noteUsefulMoment } from '../push/public.ts';
import { NotificationItem } from './notification-item.tsx';
import {
  notificationsQuery,
  useReadAllNotifications,
  useReadNotifications,
} from './notifications.api.ts';
import classes from './notifications-page.module.css';

export function NotificationsPage() {
  const query = useInfiniteQuery(notificationsQuery);
  const readAll = useReadAllNotifications();
  const [opened, setOpened] = useState<Notification>();
  const close = () => setOpened(undefined);
  const hasUnread =
    query.data && (query.data.unread > 0 || query.data.notifications.some(({ read }) => !read));

  return (
    <div className={classes.page}>
      <PageHeader title={messages.navigation.notifications}>
        <Button
          variant="default"
          lang={getTextLanguage(messages.notifications.markAllRead)}
          leftSection={<IconChecks size={20} aria-hidden />}
          disabled={!hasUnread}
          loading={readAll.isPending}
          onClick={() => readAll.mutate()}
        >
          {messages.notifications.markAllRead}
        </Button>
      </PageHeader>
      <Loaded
        query={query}
        skeleton={
          <Card>
            <RowsSkeleton rows={8} />
          </Card>
        }
        failedMessage={t`Không thể tải thông báo`}
        isEmpty={({ notifications }) => notifications.length === 0}
        empty={<EmptyState picture={<SproutPicture />} title={messages.notifications.empty} />}
        hasCard
        hasRefetchToast
      >
        {({ notifications }) => <List list={notifications} onOpen={setOpened} paging={query} />}
      </Loaded>
      {opened && opensPost(opened) && <PostModal id={opened.refId} onClose={close} />}
      <Suspense>
        {opened && opensReview(opened) && (
          <ConsentPostsDialog studentId={opened.refId} name={opened.about ?? ''} onClose={close} />
        )}
      </Suspense>
    </div>
  );
}

const opensPost = ({ action, refType }: Notification) =>
  action === 'pending_approval' && refType === 'post';
const opensReview = ({ type }: Notification) => type === 'consent_withdrawn';

interface PagingState {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => Promise<unknown>;
}

interface ListProps {
  list: readonly Notification[];
  onOpen: (notification: Notification) => void;
  paging: PagingState;
}

function List({ list, onOpen, paging }: ListProps) {
  const { role, id } = useUser();
  const read = useReadNotifications();
  const { fetchNextPage, hasNextPage, isFetchingNextPage, isFetchNextPageError } = paging;
  const loadMore = useCallback(() => {
    if (!isFetchingNextPage) void fetchNextPage();
  }, [fetchNextPage, isFetchingNextPage]);
  const opensDialog = (notification: Notification) =>
    role === 'Mod' && (opensPost(notification) || opensReview(notification));
  return (
    <>
      <ul className={classes.list} aria-label={messages.navigation.notifications}>
        {list.map((notification) => (
          <li key={notification.sourceIds.at(-1)}>
            <NotificationItem
              notification={notification}
              open={opensDialog(notification) ? () => onOpen(notification) : undefined}
              onRead={() => {
                noteUsefulMoment(id);
                if (!notification.read) read.mutate(notification);
              }}
            />
          </li>
        ))}
      </ul>
      {hasNextPage && isFetchNextPageError && (
        <Button variant="default" loading={isFetchingNextPage} onClick={loadMore}>
          {t`Xem thêm thông báo`}
        </Button>
      )}
      {hasNextPage && !isFetchNextPageError && <EndOfList onNear={loadMore} />}
      {isFetchingNextPage && <RowsSkeleton rows={2} />}
    </>
  );
}

import { t } from '@lingui/core/macro';
import { Button, Stack } from '@mantine/core';
import { IconDevices } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { describeError } from '../../lib/api-errors.ts';
import { Card } from '../../ui/card.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { sessionsQuery, useEndOtherSessions, useEndSession } from './factors.api.ts';
import { SessionList } from './session-list.tsx';

/** The devices on which the user is logged in, for users who forgot to log out somewhere. */
export function OwnSessions() {
  const query = useQuery(sessionsQuery);
  const end = useEndSession();
  return (
    <Card title={t`Các máy đang đăng nhập`}>
      <Stack>
        <Loaded
          query={query}
          skeleton={<Skeleton lines={3} />}
          failedMessage={t`Không tải được các máy đang đăng nhập`}
        >
          {(sessions) => <SessionList sessions={sessions} end={end} />}
        </Loaded>
        <EndOthers />
      </Stack>
    </Card>
  );
}

function EndOthers() {
  const end = useEndOtherSessions();
  const submit = () =>
    end.mutate(undefined, {
      onSuccess: ({ ended }) => toast({ kind: 'success', message: describeEnded(ended) }),
      onError: (error) =>
        toast({
          kind: 'error',
          message: describeError(error, t`Không thể đăng xuất các máy khác`),
          id: 'other-sessions',
        }),
    });
  return (
    <Button
      variant="default"
      onClick={submit}
      loading={end.isPending}
      leftSection={<IconDevices size={20} aria-hidden />}
    >
      {t`Đăng xuất các máy khác`}
    </Button>
  );
}

function describeEnded(count: number): string {
  return count === 0
    ? t`Không có máy nào khác đang đăng nhập`
    : t`Đã kết thúc ${count} phiên đăng nhập trên máy khác`;
}

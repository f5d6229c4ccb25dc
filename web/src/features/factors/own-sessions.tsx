import { t } from '@lingui/core/macro';
import type { Session } from '@lop-xanh/contract/factors';
import { Button, Stack } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile, IconDevices } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { formatRelativeTime } from '../../language/relative-time.ts';
import { describeError } from '../../lib/api-errors.ts';
import { Card } from '../../ui/card.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { sessionsQuery, useEndOtherSessions, useEndSession } from './factors.api.ts';
import classes from './second-factors.module.css';

/** The devices on which the user is logged in, for users who forgot to log out somewhere. */
export function OwnSessions() {
  const query = useQuery(sessionsQuery);
  return (
    <Card title={t`Các máy đang đăng nhập`}>
      <Stack>
        <Loaded
          query={query}
          skeleton={<Skeleton lines={3} />}
          failedMessage={t`Không tải được các máy đang đăng nhập`}
        >
          {(sessions) => (
            <ul className={classes.list} aria-label={t`Các máy đang đăng nhập`}>
              {sessions.map((session) => (
                <SessionItem key={session.id} session={session} />
              ))}
            </ul>
          )}
        </Loaded>
        <EndOthers />
      </Stack>
    </Card>
  );
}

const isPhone = (device: string) => /Android|iPhone|iPad/.test(device);

function SessionItem({ session: { id, device, usedAt, isCurrent } }: { session: Session }) {
  const end = useEndSession();
  const name = device || t`Máy không rõ`;
  const Icon = isPhone(device) ? IconDeviceMobile : IconDeviceDesktop;
  const used = formatRelativeTime(usedAt);
  const submit = () =>
    end.mutate(id, {
      onError: (error) =>
        toast({
          kind: 'error',
          message: describeError(error, t`Không thể đăng xuất máy này`),
          id: 'end-session',
        }),
    });
  return (
    <li className={classes.factor}>
      <Icon size={22} aria-hidden />
      <span className={classes.name}>
        <strong>{name}</strong>
        <span className={classes.soft}>{isCurrent ? t`Máy này` : t`Dùng lần cuối ${used}`}</span>
      </span>
      {!isCurrent && (
        <Button
          variant="default"
          size="compact-md"
          aria-label={t`Đăng xuất ${name}`}
          loading={end.isPending}
          onClick={submit}
        >
          {t`Đăng xuất`}
        </Button>
      )}
    </li>
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

import { t } from '@lingui/core/macro';
import { Button, Stack } from '@mantine/core';
import { IconDevices } from '@tabler/icons-react';
import { describeError } from '../../lib/api-errors.ts';
import { Card } from '../../ui/card.tsx';
import { toast } from '../../ui/toast.ts';
import { useLogOutOtherSessions } from './auth.api.ts';

/** For users who stayed logged in on a device they cannot reach. */
export function OtherSessions() {
  const logOut = useLogOutOtherSessions();
  const submit = () =>
    logOut.mutate(undefined, {
      onSuccess: ({ ended }) => toast({ kind: 'success', message: describeEnded(ended) }),
      onError: (error) =>
        toast({
          kind: 'error',
          message: describeError(error, t`Không thể đăng xuất các máy khác`),
          id: 'other-sessions',
        }),
    });

  return (
    <Card title={t`Các máy khác`}>
      <Stack>
        <p>{t`Bạn quên đăng xuất trên một máy khác? Hãy kết thúc mọi phiên đăng nhập ngoài máy này.`}</p>
        <Button
          variant="default"
          onClick={submit}
          loading={logOut.isPending}
          leftSection={<IconDevices size={20} aria-hidden />}
        >
          {t`Đăng xuất các máy khác`}
        </Button>
      </Stack>
    </Card>
  );
}

function describeEnded(count: number): string {
  return count === 0
    ? t`Không có máy nào khác đang đăng nhập`
    : t`Đã kết thúc ${count} phiên đăng nhập trên máy khác`;
}

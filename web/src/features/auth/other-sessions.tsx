import { Button, Stack } from '@mantine/core';
import { IconDevices } from '@tabler/icons-react';
import { errorMessageOr } from '../../lib/api-errors.ts';
import { Card } from '../../ui/card.tsx';
import { toast } from '../../ui/toast.ts';
import { useLogOutOthers } from './auth.api.ts';

/** For whoever left their account open on a device that is not at hand. */
export function OtherSessions() {
  const logOut = useLogOutOthers();
  const submit = () =>
    logOut.mutate(undefined, {
      onSuccess: ({ ended }) => toast({ kind: 'success', message: wordsFor(ended) }),
      onError: (refusal) =>
        toast({
          kind: 'error',
          message: errorMessageOr('Không thể đăng xuất các máy khác', refusal),
          id: 'other-sessions',
        }),
    });

  return (
    <Card title="Các máy khác">
      <Stack>
        <p>Bạn quên đăng xuất trên một máy khác? Hãy kết thúc mọi phiên đăng nhập ngoài máy này.</p>
        <Button
          variant="default"
          onClick={submit}
          loading={logOut.isPending}
          leftSection={<IconDevices size={20} aria-hidden />}
        >
          Đăng xuất các máy khác
        </Button>
      </Stack>
    </Card>
  );
}

function wordsFor(ended: number): string {
  return ended === 0
    ? 'Không có máy nào khác đang đăng nhập'
    : `Đã kết thúc ${ended} phiên đăng nhập trên máy khác`;
}

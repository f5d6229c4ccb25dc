import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { describeError } from '../../lib/api-errors.ts';
import { useUser } from '../../lib/current-user.ts';
import { toast } from '../../ui/toast.ts';
import { pushQuery } from './push.api.ts';
import { enablePush } from './push-device.ts';

export function useEnablePush({ onAnswer }: { onAnswer?: () => void } = {}) {
  const { id } = useUser();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => enablePush(id),
    onSuccess: async (isEnabled) => {
      onAnswer?.();
      toast(
        isEnabled
          ? { kind: 'success', message: t`Đã bật thông báo trên máy này` }
          : { kind: 'info', message: t`Trình duyệt chưa cho phép thông báo` },
      );
      await client.invalidateQueries({ queryKey: pushQuery.queryKey });
    },
    onError: (error) =>
      toast({ kind: 'error', message: describeError(error, t`Chưa bật được thông báo`) }),
  });
}

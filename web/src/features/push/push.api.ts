import { push } from '@lop-xanh/contract/push';
import type { PushKind } from '@lop-xanh/contract/rules/push-kinds';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../lib/api.ts';
import { disablePush } from './push-device.ts';

export const pushQuery = queryOptions({
  queryKey: ['push'],
  queryFn: () => request(push.read),
  staleTime: 0,
});

export function useDisablePush() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: disablePush,
    onSettled: () => client.invalidateQueries({ queryKey: pushQuery.queryKey }),
  });
}

export function useMuteKinds() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (mutedKinds: PushKind[]) => request(push.mute, { body: { mutedKinds } }),
    onSuccess: async (_, mutedKinds) => {
      await client.cancelQueries({ queryKey: pushQuery.queryKey });
      client.setQueryData(
        pushQuery.queryKey,
        (settings) => settings && { ...settings, mutedKinds },
      );
    },
    // Several clicks are saved in their order.
    scope: { id: 'push-kinds' },
  });
}

import { useMutation, useQueryClient } from '@tanstack/react-query';

/** Administrative changes show up in several lists, so all of these are refetched. */
const affectedKeys = ['schools', 'accounts', 'classes', 'history', 'audit', 'privacy'];

export function useRefreshAdminQueries() {
  const client = useQueryClient();
  return () =>
    Promise.all(affectedKeys.map((key) => client.invalidateQueries({ queryKey: [key] })));
}

export function useAdminMutation<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const refresh = useRefreshAdminQueries();
  return useMutation({ mutationFn, onSettled: () => void refresh() });
}

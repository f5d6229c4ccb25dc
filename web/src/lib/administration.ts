import { useMutation, useQueryClient } from '@tanstack/react-query';

/** What an administrator changes shows in several lists, so all of these are asked for anew. */
const touched = ['schools', 'accounts', 'classes', 'history', 'audit'];

export function useRefresh() {
  const client = useQueryClient();
  return () => Promise.all(touched.map((name) => client.invalidateQueries({ queryKey: [name] })));
}

/** An act of an administrator. */
export function useAdministering<Input, Answer>(act: (input: Input) => Promise<Answer>) {
  const refresh = useRefresh();
  return useMutation({ mutationFn: act, onSettled: () => void refresh() });
}

import { scan } from '@lop-xanh/contract/scan';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../lib/api.ts';
import { packQuery } from './scan.api.ts';

export const packsQuery = (school_id: number) =>
  queryOptions({
    queryKey: ['scanner-packs', school_id],
    queryFn: () => request(scan.packs, { query: { school_id } }),
    staleTime: 0,
  });

export function useChoosePack(school_id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (pack: string) => request(scan.choosePack, { body: { pack, school_id } }),
    onSuccess: (choice) => {
      client.setQueryData(packsQuery(school_id).queryKey, choice);
      void client.invalidateQueries({ queryKey: packQuery.queryKey });
    },
  });
}

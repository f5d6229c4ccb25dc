import { type School, schools } from '@lop-xanh/contract/schools';
import { queryOptions } from '@tanstack/react-query';
import { useAdminMutation } from '../../lib/admin-mutations.ts';
import { request } from '../../lib/api.ts';

/** All schools for an Admin, their own school for a Mod. */
export const schoolsQuery = queryOptions({
  queryKey: ['schools'],
  queryFn: async () => (await request(schools.list)).schools,
  staleTime: 0,
});

export function useAddSchool() {
  return useAdminMutation((school_name: string) =>
    request(schools.create, { body: { school_name } }),
  );
}

/** The server rejects the edit of an outdated version. */
export function useRenameSchool({ id, version }: School) {
  return useAdminMutation((school_name: string) =>
    request(schools.edit, { params: { id }, body: { school_name, version } }),
  );
}

export function useDeleteSchool() {
  return useAdminMutation((id: number) => request(schools.delete, { params: { id } }));
}

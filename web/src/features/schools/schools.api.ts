import { type School, schools } from '@lop-xanh/contract/schools';
import { useAdministering } from '../../lib/administration.ts';
import { request } from '../../lib/api.ts';

export function useAddSchool() {
  return useAdministering((school_name: string) =>
    request(schools.create, { body: { school_name } }),
  );
}

/** From the version that was on the screen. */
export function useRenameSchool({ id, version }: School) {
  return useAdministering((school_name: string) =>
    request(schools.edit, { params: { id }, body: { school_name, version } }),
  );
}

export function useDeleteSchool() {
  return useAdministering((id: number) => request(schools.remove, { params: { id } }));
}

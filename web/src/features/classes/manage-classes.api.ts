import { classes, type SchoolClass } from '@lop-xanh/contract/classes';
import { useAdminMutation } from '../../lib/admin-mutations.ts';
import { request } from '../../lib/api.ts';

export interface ClassInput {
  name: string;
  grade_id: number;
  school_id: number;
  teacher_id: number | null;
}

/** Creates a class, or edits the given one; the server rejects the edit of an outdated version. */
export function useSaveClass(schoolClass: SchoolClass | undefined) {
  return useAdminMutation(({ body, key }: { body: ClassInput; key: string }) => {
    const headers = { 'idempotency-key': key };
    if (!schoolClass) return request(classes.create, { body, headers });
    const { id, version } = schoolClass;
    return request(classes.edit, { params: { id }, body: { ...body, version }, headers });
  });
}

export function useDeleteClass() {
  return useAdminMutation((id: number) => request(classes.delete, { params: { id } }));
}

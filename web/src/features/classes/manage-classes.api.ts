import { classes, type SchoolClass } from '@lop-xanh/contract/classes';
import { useAdministering } from '../../lib/administration.ts';
import { request } from '../../lib/api.ts';

export interface WrittenClass {
  name: string;
  grade_id: number;
  school_id: number;
  teacher_id: number | null;
}

/** Adds a class, or changes the one given, from the version that the change began with. */
export function useSaveClass(schoolClass: SchoolClass | undefined) {
  return useAdministering(({ body, key }: { body: WrittenClass; key: string }) => {
    const headers = { 'idempotency-key': key };
    if (!schoolClass) return request(classes.create, { body, headers });
    const { id, version } = schoolClass;
    return request(classes.edit, { params: { id }, body: { ...body, version }, headers });
  });
}

export function useDeleteClass() {
  return useAdministering((id: number) => request(classes.remove, { params: { id } }));
}

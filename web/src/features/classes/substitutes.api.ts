import { classes } from '@lop-xanh/contract/classes';
import { useAdminMutation } from '../../lib/admin-mutations.ts';
import { request } from '../../lib/api.ts';

interface NewSubstitute {
  classId: number;
  substitute: { teacher_id: number; from: string; until: string };
  key: string;
}

export function useAddSubstitute() {
  return useAdminMutation(({ classId, substitute, key }: NewSubstitute) =>
    request(classes.addSubstitute, {
      params: { id: classId },
      body: substitute,
      headers: { 'idempotency-key': key },
    }),
  );
}

export function useEndSubstitute() {
  return useAdminMutation(({ classId, substituteId }: { classId: number; substituteId: number }) =>
    request(classes.endSubstitute, { params: { id: classId, substitute_id: substituteId } }),
  );
}

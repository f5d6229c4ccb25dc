import { classes } from '@lop-xanh/contract/classes';
import { type RolloverDraft, type RolloverPlan, years } from '@lop-xanh/contract/years';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRefreshAdminQueries } from '../../lib/admin-mutations.ts';
import { request } from '../../lib/api.ts';
import { profileQuery } from '../../lib/current-user.ts';
import { download } from '../../lib/download.ts';
import { randomKey } from '../../lib/random-key.ts';
import { upload } from '../../lib/upload.ts';

const pollMs = 20_000;

/** Polled, so that what somebody else saves is noticed. */
export const draftQuery = (schoolId: number) =>
  queryOptions({
    queryKey: ['years', schoolId, 'draft'],
    queryFn: () => request(years.draft, { query: { school_id: schoolId } }),
    staleTime: 0,
    refetchInterval: pollMs,
  });

export function saveDraft(schoolId: number, input: { version: number; plan: RolloverPlan }) {
  return request(years.saveDraft, { body: { school_id: schoolId, ...input } });
}

export function downloadDraft(schoolId: number, fileName: string): Promise<void> {
  return download(years.draftFile, { query: { school_id: schoolId } }, fileName);
}

export function importDraft(schoolId: number, file: File, version: number): Promise<RolloverDraft> {
  const form = new FormData();
  form.set('file', file, file.name);
  return upload(years.importDraft, {
    form,
    query: { school_id: schoolId, version },
    headers: { 'idempotency-key': randomKey() },
  });
}

/** For what changes the classes of everybody. */
function useYearMutation<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  const refreshLists = useRefreshAdminQueries();
  return useMutation({
    mutationFn,
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['years'] }),
        client.invalidateQueries(profileQuery),
        refreshLists(),
      ]),
  });
}

export function useStartYear(schoolId: number) {
  return useYearMutation((version: number) =>
    request(years.start, { body: { school_id: schoolId, version } }),
  );
}

export function useUndoYear(schoolId: number) {
  return useYearMutation(() => request(years.undo, { body: { school_id: schoolId } }));
}

export function useSetFirstMonday(schoolId: number) {
  return useYearMutation(
    ({ year, version, firstMonday }: { year: number; version: number; firstMonday: string }) =>
      request(years.setFirstMonday, {
        params: { year },
        body: { school_id: schoolId, first_monday: firstMonday, version },
      }),
  );
}

export function useGenerateClasses(schoolId: number) {
  return useYearMutation(({ grades, letters }: { grades: number[]; letters: string[] }) =>
    request(classes.generate, { body: { school_id: schoolId, grades, letters } }),
  );
}

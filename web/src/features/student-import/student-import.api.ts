import { t } from '@lingui/core/macro';
import { families } from '@lop-xanh/contract/families';
import { type ImportOptions, studentImport } from '@lop-xanh/contract/student-import';
import { queryOptions } from '@tanstack/react-query';
import { useAdminMutation } from '../../lib/admin-mutations.ts';
import { request } from '../../lib/api.ts';
import { randomKey } from '../../lib/random-key.ts';
import { upload } from '../../lib/upload.ts';
import { toast } from '../../ui/toast.ts';

export interface ListInput {
  schoolId: number;
  file: File;
  options: ImportOptions;
}

const toForm = ({ schoolId, file, options }: ListInput) => {
  const form = new FormData();
  form.set('options', JSON.stringify(options));
  form.set('file', file, file.name);
  return { form, query: { school_id: schoolId } };
};

/** Reads the file with the answers so far; nothing is written. */
export function checkList(input: ListInput) {
  return upload(studentImport.check, { ...toForm(input), headers: {} });
}

/** Every attempt with the same file and answers sends the same key, so that it starts one import. */
export function useStart() {
  return useAdminMutation(({ key, ...input }: ListInput & { key: string }) =>
    upload(studentImport.start, { ...toForm(input), headers: { 'idempotency-key': key } }),
  );
}

const pollMs = 700;

export const jobQuery = (id: number) =>
  queryOptions({
    queryKey: ['student-import', 'job', id],
    queryFn: () => request(studentImport.job, { params: { id } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? pollMs : false),
  });

export const jobsQuery = (schoolId: number) =>
  queryOptions({
    queryKey: ['student-import', 'jobs', schoolId],
    queryFn: () => request(studentImport.jobs, { query: { school_id: schoolId } }),
    staleTime: 0,
  });

interface IssueInput {
  classIds: number[];
  onClass: (done: number) => void;
  onIssued?: (classId: number) => void;
}

/** The first passwords of the new students. */
export function useFirstPasswords() {
  return useAdminMutation((input: IssueInput) =>
    issueByClass(input, async (id, headers) => {
      const { accounts } = await request(studentImport.firstPasswords, { params: { id }, headers });
      return accounts;
    }),
  );
}

/** The letters to the parents of these classes who have not chosen a password. */
export function useLetters() {
  return useAdminMutation((input: IssueInput) =>
    issueByClass(input, async (id, headers) => {
      const { letters } = await request(families.letters, { params: { id }, headers });
      return letters;
    }),
  );
}

/** Each class takes a second. What was issued before a failure is shown only now, so it is never thrown away. */
async function issueByClass<T>(
  { classIds, onClass, onIssued }: IssueInput,
  issue: (classId: number, headers: Record<string, string>) => Promise<T[]>,
): Promise<T[]> {
  const issued: T[] = [];
  for (const [done, id] of classIds.entries()) {
    onClass(done);
    try {
      issued.push(...(await issue(id, { 'idempotency-key': randomKey() })));
      onIssued?.(id);
    } catch (error) {
      if (issued.length === 0) throw error;
      toast({ kind: 'error', message: t`Mới tạo được cho ${done} lớp. In xong hãy tạo tiếp.` });
      break;
    }
  }
  return issued;
}

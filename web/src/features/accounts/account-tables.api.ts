import {
  type ImportReport,
  studentTables,
  type TabledPeople,
  teacherTables,
} from '@lop-xanh/contract/account-tables';
import { useMutation } from '@tanstack/react-query';
import { useAdministering } from '../../lib/administration.ts';
import { download } from '../../lib/download.ts';
import { randomKey } from '../../lib/random-key.ts';
import { upload } from '../../lib/upload.ts';

const tables = { students: studentTables, teachers: teacherTables };
const tableNames: Record<TabledPeople, string> = {
  students: 'hoc-sinh',
  teachers: 'giao-vien',
};

export interface OfSchool {
  people: TabledPeople;
  schoolId: number;
}
export type TableFormat = 'csv' | 'xlsx';

export function downloadList({ people, schoolId }: OfSchool, format: TableFormat): Promise<void> {
  const { exportCsv, exportXlsx } = tables[people];
  const endpoint = format === 'csv' ? exportCsv : exportXlsx;
  const query = { school_id: schoolId };
  return download(endpoint, { query }, `${tableNames[people]}.${format}`);
}

export function downloadTemplate(people: TabledPeople, format: TableFormat): Promise<void> {
  const { templateCsv, templateXlsx } = tables[people];
  const endpoint = format === 'csv' ? templateCsv : templateXlsx;
  return download(endpoint, {}, `mau-${tableNames[people]}.${format}`);
}

function send({ people, schoolId }: OfSchool, file: File, isDryRun: boolean, key: string) {
  const form = new FormData();
  form.set('file', file, file.name);
  return upload(tables[people].take, {
    form,
    query: { school_id: schoolId, dry_run: isDryRun },
    headers: { 'idempotency-key': key },
  });
}

/** What a file would do; nothing is written. */
export function useDryRun(school: OfSchool) {
  return useMutation({
    mutationFn: (file: File): Promise<ImportReport> => send(school, file, true, randomKey()),
  });
}

/** Takes a file in, all of it or nothing; the key is the same for every try with this file. */
export function useImport(school: OfSchool) {
  return useAdministering(({ file, key }: { file: File; key: string }) =>
    send(school, file, false, key),
  );
}

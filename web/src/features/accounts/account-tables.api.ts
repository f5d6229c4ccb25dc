import {
  type AccountTableKind,
  type ImportReport,
  studentTables,
  teacherTables,
} from '@lop-xanh/contract/account-tables';
import { useMutation } from '@tanstack/react-query';
import { useAdminMutation } from '../../lib/admin-mutations.ts';
import { download } from '../../lib/download.ts';
import { randomKey } from '../../lib/random-key.ts';
import { upload } from '../../lib/upload.ts';

const tables = { students: studentTables, teachers: teacherTables };
export const fileNames: Record<AccountTableKind, string> = {
  students: 'hoc-sinh',
  teachers: 'giao-vien',
};

/** A school's students or its teachers. */
export interface TableScope {
  kind: AccountTableKind;
  schoolId: number;
}
export type TableFormat = 'csv' | 'xlsx';

export function downloadTable({ kind, schoolId }: TableScope, format: TableFormat): Promise<void> {
  const { exportCsv, exportXlsx } = tables[kind];
  const endpoint = format === 'csv' ? exportCsv : exportXlsx;
  const query = { school_id: schoolId };
  return download(endpoint, { query }, `${fileNames[kind]}.${format}`);
}

export function downloadTemplate(kind: AccountTableKind, format: TableFormat): Promise<void> {
  const { templateCsv, templateXlsx } = tables[kind];
  const endpoint = format === 'csv' ? templateCsv : templateXlsx;
  return download(endpoint, {}, `mau-${fileNames[kind]}.${format}`);
}

interface ImportInput {
  file: File;
  key: string;
}

function uploadTable(scope: TableScope, isDryRun: boolean, { file, key }: ImportInput) {
  const form = new FormData();
  form.set('file', file, file.name);
  return upload(tables[scope.kind].importTable, {
    form,
    query: { school_id: scope.schoolId, dry_run: isDryRun },
    headers: { 'idempotency-key': key },
  });
}

/** Reports what an import would do, without writing anything. */
export function useDryRun(scope: TableScope) {
  return useMutation({
    mutationFn: (file: File): Promise<ImportReport> =>
      uploadTable(scope, true, { file, key: randomKey() }),
  });
}

/** All rows are imported or none; every attempt with the same file sends the same key. */
export function useImport(scope: TableScope) {
  return useAdminMutation((input: ImportInput) => uploadTable(scope, false, input));
}

import {
  studentTables,
  type TabledPeople,
  tabledPeople,
  teacherTables,
} from '@lop-xanh/contract/account-tables';
import type { FastifyInstance } from 'fastify';
import { asOfOneMoment } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import type { FeatureParts } from '../../http/feature-parts.ts';
import { runOnce } from '../../http/idempotency.ts';
import { serve, serveFile } from '../../http/serve.ts';
import { type Table, toCsv, toXlsx } from '../../tables/write-table.ts';
import { tableOf } from './account-table.ts';
import { exportAccounts, schoolOfTable } from './account-tables.service.ts';
import {
  importAccounts,
  passwordsForNew,
  type ReadFile,
  refuseProblems,
  reportOf,
  tryImport,
} from './import-accounts.service.ts';
import { readRows } from './read-rows.ts';

const formats = { csv: toCsv, xlsx: toXlsx };
type Format = keyof typeof formats;

const tablesOf = { students: studentTables, teachers: teacherTables };
type Tables = (typeof tablesOf)[TabledPeople];
type Template = Tables[`template${'Csv' | 'Xlsx'}`];
type Export = Tables[`export${'Csv' | 'Xlsx'}`];

export function accountTablesRoutes(
  app: FastifyInstance,
  { database: { db } }: FeatureParts,
): void {
  const fileOf = async (table: Table, name: string, format: Format) => ({
    name: `${name}.${format}`,
    bytes: await formats[format](table),
  });

  for (const people of tabledPeople) {
    const tables = tablesOf[people];

    const serveTemplate = (endpoint: Template, format: Format) =>
      serveFile(app, endpoint, () => fileOf(tableOf(people, []), nameOf[people].template, format));
    serveTemplate(tables.templateCsv, 'csv');
    serveTemplate(tables.templateXlsx, 'xlsx');

    const serveExport = (endpoint: Export, format: Format) =>
      serveFile(app, endpoint, async ({ actor, query }) => {
        const schoolId = await schoolOfTable(db, actor, query.school_id);
        return asOfOneMoment(db, (transaction) => {
          const accounts = exportAccounts(transaction, actor, { people, schoolId });
          return fileOf(tableOf(people, accounts), nameOf[people].list, format);
        });
      });
    serveExport(tables.exportCsv, 'csv');
    serveExport(tables.exportXlsx, 'xlsx');

    serve(app, tables.take, async ({ actor, query, request }) => {
      const schoolId = await schoolOfTable(db, actor, query.school_id);
      if (!request.table) throw new AppError('table_missing');
      const read = await readRows(request.table);
      const file: ReadFile = { people, schoolId, read };
      if (query.dry_run === 'true') return reportOf(await tryImport(db, actor, file), true);
      return runOnce(db, request, {
        async prepare() {
          const plan = await tryImport(db, actor, file);
          refuseProblems(plan);
          return passwordsForNew(plan);
        },
        write: (transaction, passwords) => importAccounts(transaction, actor, file, passwords),
        keep: ({ total, created, changed, unchanged }) => ({ total, created, changed, unchanged }),
        // Passwords are shown once, and the rows are in the caller's own file.
        repeat: async (_, counts) => ({
          ...counts,
          dry_run: false,
          problems: [],
          rows: [],
          accounts: [],
        }),
      });
    });
  }
}

const nameOf: Record<TabledPeople, { list: string; template: string }> = {
  students: { list: 'hoc-sinh', template: 'mau-hoc-sinh' },
  teachers: { list: 'giao-vien', template: 'mau-giao-vien' },
};

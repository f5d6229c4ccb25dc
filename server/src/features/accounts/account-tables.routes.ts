import {
  type AccountTableKind,
  accountTableKinds,
  studentTables,
  teacherTables,
} from '@lop-xanh/contract/account-tables';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../http/app-error.ts';
import type { FeatureParts } from '../../http/feature-parts.ts';
import { runOnce } from '../../http/idempotency.ts';
import { serve, serveFile } from '../../http/serve.ts';
import { getI18n } from '../../language/i18n.ts';
import { assertNoProblems } from '../../tables/parse-table.ts';
import { type Table, toCsv, toXlsx } from '../../tables/write-table.ts';
import { getFileName, toAccountTable } from './account-table-format.ts';
import { exportAccounts, resolveTableSchoolId } from './export-accounts.service.ts';
import {
  createImportPlan,
  type ImportInput,
  importAccounts,
  prepareNewPasswords,
  toImportReport,
} from './import-accounts.service.ts';
import { prepareParentPasswords } from './import-parents.service.ts';
import { parseAccountTable } from './parse-account-table.ts';

const formatters = { csv: toCsv, xlsx: toXlsx };
type Format = keyof typeof formatters;

const tablesByKind = { students: studentTables, teachers: teacherTables };
type TableEndpoints = (typeof tablesByKind)[AccountTableKind];
type TemplateEndpoint = TableEndpoints[`template${'Csv' | 'Xlsx'}`];
type ExportEndpoint = TableEndpoints[`export${'Csv' | 'Xlsx'}`];

export function registerAccountTableRoutes(
  app: FastifyInstance,
  { config, database: { db } }: FeatureParts,
): void {
  const toFile = async (table: Table, name: string, format: Format) => ({
    name: `${name}.${format}`,
    bytes: await formatters[format](table),
  });

  for (const kind of accountTableKinds) {
    const tables = tablesByKind[kind];

    const serveTemplate = (endpoint: TemplateEndpoint, format: Format) =>
      serveFile(app, endpoint, ({ actor }) => {
        const i18n = getI18n(actor, config);
        const name = getFileName(kind, 'template', i18n);
        return toFile(toAccountTable(kind, [], i18n), name, format);
      });
    serveTemplate(tables.templateCsv, 'csv');
    serveTemplate(tables.templateXlsx, 'xlsx');

    const serveExport = (endpoint: ExportEndpoint, format: Format) =>
      serveFile(app, endpoint, async ({ actor, query }) => {
        const schoolId = await resolveTableSchoolId(db, actor, query.school_id);
        const i18n = getI18n(actor, config);
        const name = getFileName(kind, 'export', i18n);
        return db.transaction(
          (transaction) => {
            const accounts = exportAccounts(transaction, actor, { kind, schoolId });
            return toFile(toAccountTable(kind, accounts, i18n), name, format);
          },
          { isolation: 'repeatable read' },
        );
      });
    serveExport(tables.exportCsv, 'csv');
    serveExport(tables.exportXlsx, 'xlsx');

    serve(app, tables.importTable, async ({ actor, query, request }) => {
      const schoolId = await resolveTableSchoolId(db, actor, query.school_id);
      const [sheet] = request.sheets ?? [];
      if (!sheet) throw new AppError('table_missing');
      const table = await parseAccountTable(sheet.rows);
      const isDryRun = query.dry_run === 'true';
      const input: ImportInput = {
        kind,
        schoolId,
        table,
        samePhoneChoice: query.same_phone,
        isDryRun,
        i18n: getI18n(actor, config),
      };
      if (isDryRun) {
        return toImportReport(await createImportPlan(db, actor, input), { isDryRun: true });
      }
      return runOnce(db, request, {
        async prepare() {
          const plan = await createImportPlan(db, actor, input);
          assertNoProblems(plan);
          return {
            accounts: await prepareNewPasswords(plan),
            parents: await prepareParentPasswords(plan),
          };
        },
        write: (transaction, passwords) => importAccounts(transaction, actor, input, { passwords }),
        toStoredReference: ({ total, created, changed, unchanged, parents }) => ({
          total,
          created,
          changed,
          unchanged,
          createdParents: parents.created,
          linkedParents: parents.linked,
        }),
        // Passwords are shown only once, and the client still has the rows in its file.
        respondToRetry: async (_, { createdParents, linkedParents, ...counts }) => ({
          ...counts,
          dry_run: false,
          problems: [],
          rows: [],
          accounts: [],
          parents: {
            created: createdParents,
            linked: linkedParents,
            samePhone: [],
            samePhoneCount: 0,
            letters: [],
          },
        }),
      });
    });
  }
}

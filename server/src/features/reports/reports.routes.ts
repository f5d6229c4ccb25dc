import { reports } from '@lop-xanh/contract/reports';
import type { FastifyInstance } from 'fastify';
import type { FeatureParts } from '../../http/feature-parts.ts';
import { serve, serveFile } from '../../http/serve.ts';
import { getI18n } from '../../language/i18n.ts';
import { toClassSpreadsheet, toReportSpreadsheet } from './report-spreadsheet.ts';
import {
  readClassReport,
  readReport,
  recordClassReportExport,
  recordReportExport,
} from './reports.service.ts';

export function registerReportRoutes(
  app: FastifyInstance,
  { config, database: { db } }: FeatureParts,
): void {
  serve(app, reports.read, ({ actor, query }) => readReport(db, actor, query));
  serveFile(app, reports.file, async ({ actor, query }) => {
    const report = await readReport(db, actor, query);
    const file = await toReportSpreadsheet(report, query, getI18n(actor, config));
    await recordReportExport(db, actor, report);
    return file;
  });
  serve(app, reports.readClass, ({ actor, params, query }) =>
    readClassReport(db, actor, { ...params, ...query }),
  );
  serveFile(app, reports.classFile, async ({ actor, params, query }) => {
    const report = await readClassReport(db, actor, { ...params, ...query });
    const file = await toClassSpreadsheet(report, query, getI18n(actor, config));
    await recordClassReportExport(db, actor, report);
    return file;
  });
}

import { attendanceOverview } from '@lop-xanh/contract/attendance-overview';
import type { FastifyInstance } from 'fastify';
import type { FeatureParts } from '../../http/feature-parts.ts';
import { serve, serveFile, serveWrite } from '../../http/serve.ts';
import { getI18n } from '../../language/i18n.ts';
import {
  readOverview,
  readReminder,
  recordOverviewExport,
  remindTeachers,
} from './attendance-overview.service.ts';
import { toSpreadsheet } from './overview-spreadsheet.ts';

export function registerAttendanceOverviewRoutes(
  app: FastifyInstance,
  { config, database: { db } }: FeatureParts,
): void {
  serve(app, attendanceOverview.read, ({ actor, query }) => readOverview(db, actor, query));
  serveFile(app, attendanceOverview.file, async ({ actor, query }) => {
    const overview = await readOverview(db, actor, query);
    const file = await toSpreadsheet(overview, getI18n(actor, config));
    await recordOverviewExport(db, actor, overview);
    return file;
  });
  serveWrite(app, db, attendanceOverview.remind, {
    write: ({ actor, params }, db) => remindTeachers(db, actor, params),
    respondToRetry: ({ actor, params }, db) => readReminder(db, actor, params),
  });
}

import { attendance } from '@lop-xanh/contract/attendance';
import type { FastifyInstance } from 'fastify';
import type { FeatureParts } from '../../http/feature-parts.ts';
import { serve, serveFile, serveWrite } from '../../http/serve.ts';
import { getI18n } from '../../language/i18n.ts';
import {
  readDates,
  readDay,
  readRates,
  readStudentYear,
  readWeek,
  readWeeks,
  saveAttendance,
} from './attendance.service.ts';
import { readGrid, recordGridExport } from './attendance-grid.service.ts';
import { correctAttendance, readYearChanges } from './corrections.service.ts';
import { toSpreadsheet } from './grid-spreadsheet.ts';

export function registerAttendanceRoutes(
  app: FastifyInstance,
  { config, database: { db } }: FeatureParts,
): void {
  serve(app, attendance.weeks, ({ actor, params, query }) =>
    readWeeks(db, actor, { ...params, ...query }),
  );
  serve(app, attendance.dates, ({ actor, params, query }) =>
    readDates(db, actor, { ...params, ...query }),
  );
  serve(app, attendance.day, ({ actor, params }) => readDay(db, actor, params));
  serveWrite(app, db, attendance.save, {
    write: ({ actor, params, body }, db) => saveAttendance(db, actor, { ...params, ...body }),
    respondToRetry: ({ actor, params, body }, db) =>
      readWeek(db, actor, { ...params, week: body.week }),
  });
  serveWrite(app, db, attendance.correct, {
    write: ({ actor, params, body }, db) => correctAttendance(db, actor, { ...params, ...body }),
    respondToRetry: ({ actor, params }, db) => readWeek(db, actor, params),
  });
  serve(app, attendance.grid, ({ actor, params, query }) =>
    readGrid(db, actor, { ...params, ...query }),
  );
  serveFile(app, attendance.gridFile, async ({ actor, params, query }) => {
    const grid = await readGrid(db, actor, { ...params, ...query });
    const changes = await readYearChanges(db, actor, grid);
    const file = await toSpreadsheet(grid, changes, getI18n(actor, config));
    await recordGridExport(db, actor, grid);
    return file;
  });
  serve(app, attendance.forStudent, ({ actor, params, query }) =>
    readStudentYear(db, actor, { ...params, ...query }),
  );
  serve(app, attendance.rates, ({ actor, query }) => readRates(db, actor, query));
}

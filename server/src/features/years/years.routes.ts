import { years } from '@lop-xanh/contract/years';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../http/app-error.ts';
import type { FeatureParts } from '../../http/feature-parts.ts';
import { serve, serveFile, serveWrite } from '../../http/serve.ts';
import { getI18n } from '../../language/i18n.ts';
import { exportDraft, importDraft, parseDraftTable } from './draft-tables.service.ts';
import { readDraft, saveDraft } from './drafts.service.ts';
import { startYear } from './start-year.service.ts';
import { undoStart } from './undo-start.service.ts';
import { readCurrentYear, readYear, readYears, setFirstMonday } from './years.service.ts';

const undoneMessage = { message: 'Đã hoàn tác việc bắt đầu năm học' };

export function registerYearRoutes(
  app: FastifyInstance,
  { config, database: { db } }: FeatureParts,
): void {
  serve(app, years.list, async ({ actor, query }) => ({
    school_years: await readYears(db, actor, query.school_id),
  }));
  serveWrite(app, db, years.setFirstMonday, {
    write: ({ actor, params, body }, db) => setFirstMonday(db, actor, { ...body, ...params }),
    respondToRetry: ({ actor, params, body }, db) => readYear(db, actor, { ...body, ...params }),
  });

  serve(app, years.draft, ({ actor, query }) => readDraft(db, actor, query.school_id));
  serveWrite(app, db, years.saveDraft, {
    write: ({ actor, body }, db) => saveDraft(db, actor, body),
    respondToRetry: ({ actor, body }, db) => readDraft(db, actor, body.school_id),
  });
  serveFile(app, years.draftFile, ({ actor, query: { school_id } }) =>
    db.transaction((transaction) =>
      exportDraft(transaction, actor, { school_id, i18n: getI18n(actor, config) }),
    ),
  );
  serveWrite(app, db, years.importDraft, {
    async prepare({ request }) {
      const [sheet] = request.sheets ?? [];
      if (!sheet) throw new AppError('table_missing');
      return parseDraftTable(sheet.rows);
    },
    write: ({ actor, query }, db, table) =>
      importDraft(db, actor, { ...query, table, i18n: getI18n(actor, config) }),
    respondToRetry: ({ actor, query }, db) => readDraft(db, actor, query.school_id),
  });

  serveWrite(app, db, years.start, {
    write: ({ actor, body }, db) => startYear(db, actor, body),
    respondToRetry: ({ actor, body }, db) => readCurrentYear(db, actor, body.school_id),
  });
  serveWrite(app, db, years.undo, {
    async write({ actor, body }, db) {
      await undoStart(db, actor, body.school_id);
      return undoneMessage;
    },
    respondToRetry: async () => undoneMessage,
  });
}

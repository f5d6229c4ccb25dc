import { selectedAccounts } from '@lop-xanh/contract/selected-accounts';
import type { FastifyInstance } from 'fastify';
import type { FeatureParts } from '../../http/feature-parts.ts';
import { serve, serveFile, serveWrite } from '../../http/serve.ts';
import { getI18n } from '../../language/i18n.ts';
import { toXlsx } from '../../tables/write-table.ts';
import { getFileName, toAccountTable } from './account-table-format.ts';
import { readAccountCounts, readAccountIds } from './accounts.service.ts';
import { exportAccounts, resolveTableSchoolId } from './export-accounts.service.ts';
import {
  issueSelectedCards,
  moveSelected,
  prepareSelectedReset,
  repeatCards,
  repeatMove,
  repeatReset,
  repeatStatus,
  resetSelectedPasswords,
  setSelectedStatus,
} from './selected-accounts.service.ts';

export function registerSelectedAccountRoutes(
  app: FastifyInstance,
  { config, database: { db } }: FeatureParts,
): void {
  serve(app, selectedAccounts.counts, ({ actor, query }) => readAccountCounts(db, actor, query));
  serve(app, selectedAccounts.ids, async ({ actor, query }) => ({
    ids: await readAccountIds(db, actor, query),
  }));

  serveWrite(app, db, selectedAccounts.move, {
    write: ({ actor, body }, transaction) => moveSelected(transaction, actor, body),
    respondToRetry: ({ actor, body }, transaction) => repeatMove(transaction, actor, body),
  });
  serveWrite(app, db, selectedAccounts.setStatus, {
    write: ({ actor, body }, transaction) => setSelectedStatus(transaction, actor, body),
    respondToRetry: ({ actor, body }, transaction) => repeatStatus(transaction, actor, body),
  });
  serveWrite(app, db, selectedAccounts.resetPasswords, {
    prepare: ({ actor, body }) => prepareSelectedReset(db, actor, body.ids),
    write: ({ actor, body }, transaction, passwords) =>
      resetSelectedPasswords(transaction, actor, { ...body, passwords }),
    respondToRetry: ({ actor, body }, transaction) => repeatReset(transaction, actor, body.ids),
  });
  serveWrite(app, db, selectedAccounts.issueCards, {
    write: ({ actor, body }, transaction) => issueSelectedCards(transaction, actor, body.ids),
    respondToRetry: ({ actor, body }, transaction) => repeatCards(transaction, actor, body.ids),
  });

  serveFile(app, selectedAccounts.export, async ({ actor, body }) => {
    const { kind, ids } = body;
    const schoolId = await resolveTableSchoolId(db, actor, body.school_id);
    const i18n = getI18n(actor, config);
    const bytes = await db.transaction(
      (transaction) => {
        const accounts = exportAccounts(transaction, actor, { kind, schoolId, ids });
        return toXlsx(toAccountTable(kind, accounts, i18n));
      },
      { isolation: 'repeatable read' },
    );
    return { name: `${getFileName(kind, 'export', i18n)}.xlsx`, bytes };
  });
}

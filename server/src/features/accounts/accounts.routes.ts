import { accounts } from '@lop-xanh/contract/accounts';
import type { FastifyInstance } from 'fastify';
import type { FeatureParts } from '../../http/feature-parts.ts';
import { prepareAndAnswerOnce } from '../../http/idempotency.ts';
import { JsonText, withFields } from '../../http/json-text.ts';
import { serve, serveWrite } from '../../http/serve.ts';
import {
  isWholeList,
  nextIdentifierCode,
  readAccounts,
  readWholeList,
} from './accounts.service.ts';
import { createAccount, editAccount, removeAccount } from './manage-accounts.service.ts';
import { passwordsForClass, resetClass, resetPassword } from './reset-passwords.service.ts';

const removed = { message: 'Đã xóa tài khoản' };

export function accountsRoutes(app: FastifyInstance, { database }: FeatureParts): void {
  const { db } = database;

  serve(app, accounts.list, async ({ actor, query }) => {
    if (isWholeList(actor, query)) {
      const { json, ...rest } = await readWholeList(db, actor, query);
      return new JsonText(withFields(`{"users":${json}}`, rest));
    }
    const { accounts: users, ...rest } = await readAccounts(db, actor, query);
    return { users, ...rest };
  });
  serveWrite(app, database, accounts.create, ({ actor, body }, db) =>
    createAccount(db, actor, body),
  );
  serveWrite(app, database, accounts.edit, ({ actor, params, body }, db) =>
    editAccount(db, actor, { ...body, ...params }),
  );
  serveWrite(app, database, accounts.remove, async ({ actor, params }, db) => {
    await removeAccount(db, actor, params);
    return removed;
  });

  serve(app, accounts.students, async ({ actor, query }) => {
    const ofPupils = { ...query, role: 'Student' };
    const next_identifier_code = await nextIdentifierCode(db);
    if (isWholeList(actor, query)) {
      const { json, ...rest } = await readWholeList(db, actor, ofPupils);
      return new JsonText(withFields(`{"students":${json}}`, { next_identifier_code, ...rest }));
    }
    const { accounts: students, ...rest } = await readAccounts(db, actor, ofPupils);
    return { students, next_identifier_code, ...rest };
  });
  serveWrite(app, database, accounts.createStudent, ({ actor, body }, db) =>
    createAccount(db, actor, { ...body, role: 'Student' }),
  );
  serveWrite(app, database, accounts.editStudent, ({ actor, params, body }, db) =>
    editAccount(db, actor, { ...body, ...params, only: 'Student' }),
  );
  serveWrite(app, database, accounts.removeStudent, async ({ actor, params }, db) => {
    await removeAccount(db, actor, { ...params, only: 'Student' });
    return removed;
  });

  // A password is shown once: whoever asks again with the same key is told that it happened, not what it is.
  serveWrite(
    app,
    database,
    accounts.reset,
    async ({ actor, params }, db) => ({ password: await resetPassword(db, actor, params.id) }),
    () => ({ password: '' }),
  );
  serve(app, accounts.resetClass, ({ actor, params, request }) =>
    prepareAndAnswerOnce(db, request, {
      prepare: () => passwordsForClass(database, actor, params.id),
      write: async (transaction, { className, pupils }) => ({
        class_name: className,
        accounts: await resetClass(transaction, actor, { pupils, classId: params.id }),
      }),
      remember: (answer) => ({
        ...answer,
        accounts: answer.accounts.map((account) => ({ ...account, password: '' })),
      }),
    }),
  );
}

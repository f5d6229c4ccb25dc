import { accounts } from '@lop-xanh/contract/accounts';
import type { FastifyInstance } from 'fastify';
import type { FeatureParts } from '../../http/feature-parts.ts';
import { answerOnce } from '../../http/idempotency.ts';
import { serve, serveWrite } from '../../http/serve.ts';
import { nextIdentifierCode, readAccounts } from './accounts.service.ts';
import { createAccount, editAccount, removeAccount } from './manage-accounts.service.ts';
import { preparePasswords, resetClass, resetPassword } from './reset-passwords.service.ts';

const removed = { message: 'Đã xóa tài khoản' };

export function accountsRoutes(app: FastifyInstance, { database }: FeatureParts): void {
  const { db } = database;

  serve(app, accounts.list, async ({ actor, query }) => {
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
    const role = 'Student';
    const { accounts: students, ...rest } = await readAccounts(db, actor, { ...query, role });
    return { students, next_identifier_code: await nextIdentifierCode(db), ...rest };
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
  serve(app, accounts.resetClass, async ({ actor, params, request }) => {
    const { className, pupils } = await preparePasswords(database, actor, params.id);
    return db.transaction().execute((transaction) =>
      answerOnce(
        transaction,
        request,
        async () => ({
          class_name: className,
          accounts: await resetClass(transaction, actor, { pupils, classId: params.id }),
        }),
        (answer) => ({
          ...answer,
          accounts: answer.accounts.map((account) => ({ ...account, password: '' })),
        }),
      ),
    );
  });
}

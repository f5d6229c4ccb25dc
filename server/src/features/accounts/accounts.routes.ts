import { accounts } from '@lop-xanh/contract/accounts';
import type { FastifyInstance } from 'fastify';
import { transactionRunner } from '../../database/database.ts';
import type { FeatureParts } from '../../http/feature-parts.ts';
import { addJsonFields, JsonText } from '../../http/json-text.ts';
import { pickId, serve, serveWrite } from '../../http/serve.ts';
import {
  isUnpaged,
  readAccount,
  readAccountPage,
  readAllAccountsAsJson,
  readNextIdentifierCode,
} from './accounts.service.ts';
import {
  createAccount,
  deleteAccount,
  editAccount,
  prepareAccount,
  prepareEdit,
} from './manage-accounts.service.ts';
import {
  prepareClassReset,
  preparePasswordReset,
  readClassWithoutPasswords,
  resetClassPasswords,
  resetPassword,
} from './reset-passwords.service.ts';
import { unlockAccount } from './unlock-account.service.ts';

const deletedMessage = { message: 'Đã xóa tài khoản' };
const unlockedMessage = { message: 'Đã mở khóa đăng nhập' };

export function accountsRoutes(app: FastifyInstance, { database }: FeatureParts): void {
  const { db } = database;

  serve(app, accounts.list, async ({ actor, query }) => {
    if (isUnpaged(actor, query)) {
      const { json, ...metadata } = await readAllAccountsAsJson(db, actor, query);
      return new JsonText(addJsonFields(`{"users":${json}}`, metadata));
    }
    const { accounts: users, ...metadata } = await readAccountPage(db, actor, query);
    return { users, ...metadata };
  });
  serveWrite(app, database, accounts.create, {
    prepare: ({ actor, body }) => prepareAccount(actor, body),
    write: ({ actor }, db, account) => createAccount(db, actor, account),
    toReference: pickId,
    repeat: ({ actor }, db, { id }) => readAccount(db, actor, id),
  });
  serveWrite(app, database, accounts.edit, {
    prepare: ({ actor, params, body }) => prepareEdit(db, actor, { ...body, ...params }),
    write: ({ actor, params, body }, db, passwordHash) =>
      editAccount(db, actor, { ...body, ...params, passwordHash }),
    repeat: ({ actor, params }, db) => readAccount(db, actor, params.id),
  });
  serveWrite(app, database, accounts.remove, {
    async write({ actor, params }, db) {
      await deleteAccount(db, actor, params);
      return deletedMessage;
    },
    repeat: async () => deletedMessage,
  });

  serve(app, accounts.students, async ({ actor, query }) => {
    const studentQuery = { ...query, role: 'Student' };
    const next_identifier_code = await readNextIdentifierCode(db);
    if (isUnpaged(actor, query)) {
      const { json, ...metadata } = await readAllAccountsAsJson(db, actor, studentQuery);
      return new JsonText(
        addJsonFields(`{"students":${json}}`, { next_identifier_code, ...metadata }),
      );
    }
    const { accounts: students, ...metadata } = await readAccountPage(db, actor, studentQuery);
    return { students, next_identifier_code, ...metadata };
  });
  serveWrite(app, database, accounts.createStudent, {
    prepare: ({ actor, body }) => prepareAccount(actor, { ...body, role: 'Student' }),
    write: ({ actor }, db, account) => createAccount(db, actor, account),
    toReference: pickId,
    repeat: ({ actor }, db, { id }) => readAccount(db, actor, id),
  });
  serveWrite(app, database, accounts.editStudent, {
    prepare: ({ actor, params, body }) => prepareEdit(db, actor, { ...body, ...params }),
    write: ({ actor, params, body }, db, passwordHash) =>
      editAccount(db, actor, { ...body, ...params, passwordHash, requiredRole: 'Student' }),
    repeat: ({ actor, params }, db) => readAccount(db, actor, params.id),
  });
  serveWrite(app, database, accounts.removeStudent, {
    async write({ actor, params }, db) {
      await deleteAccount(db, actor, { ...params, requiredRole: 'Student' });
      return deletedMessage;
    },
    repeat: async () => deletedMessage,
  });

  // A password is shown only once: a repeated request succeeds with an empty one.
  serveWrite(app, database, accounts.resetPassword, {
    prepare: ({ actor, params }) => preparePasswordReset(db, actor, params.id),
    async write({ actor, params }, db, { password, hash }) {
      await resetPassword(db, actor, { ...params, hash });
      return { password };
    },
    repeat: async () => ({ password: '' }),
  });
  serveWrite(app, database, accounts.unlock, {
    async write({ actor, params }, db) {
      await unlockAccount(db, actor, params.id);
      return unlockedMessage;
    },
    repeat: async () => unlockedMessage,
  });
  serveWrite(app, database, accounts.resetClassPasswords, {
    prepare: ({ actor, params }) => prepareClassReset(database, actor, params.id),
    write: async ({ actor, params }, db, { className, students }) => ({
      class_name: className,
      accounts: await resetClassPasswords(db, actor, { students, classId: params.id }),
    }),
    repeat: ({ actor, params }, db) =>
      readClassWithoutPasswords(transactionRunner(db), actor, params.id),
  });
}

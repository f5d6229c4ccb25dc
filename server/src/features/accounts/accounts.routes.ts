import { accounts } from '@lop-xanh/contract/accounts';
import { factors, sessions } from '@lop-xanh/contract/factors';
import type { FastifyInstance } from 'fastify';
import type { FeatureParts } from '../../http/feature-parts.ts';
import { addJsonFields, JsonText } from '../../http/json-text.ts';
import { pickId, serve, serveWrite } from '../../http/serve.ts';
import {
  isWholeSchoolRequested,
  readAccount,
  readAccountPage,
  readAllAccountsAsJson,
  readNextIdentifierCode,
} from './accounts.service.ts';
import { createAccount, prepareAccount } from './create-account.service.ts';
import { recordDeparture, recordReturn } from './departures.service.ts';
import { endUserSession, endUserSessions } from './end-sessions.service.ts';
import { deleteAccount, editAccount, hashNewPassword } from './manage-accounts.service.ts';
import {
  listStudentsToReset,
  prepareClassReset,
  preparePasswordReset,
  resetClassPasswords,
  resetPassword,
} from './reset-passwords.service.ts';
import { resetSecondFactor } from './reset-second-factor.service.ts';
import { unlockAccount } from './unlock-account.service.ts';

const deletedMessage = { message: 'Đã xóa tài khoản' };
const unlockedMessage = { message: 'Đã mở khóa đăng nhập' };
const factorsRemovedMessage = { message: 'Đã gỡ xác thực hai bước' };
const loggedOutMessage = { message: 'Đã đăng xuất' };

export function registerAccountRoutes(
  app: FastifyInstance,
  { database: { db } }: FeatureParts,
): void {
  serve(app, accounts.list, async ({ actor, query }) => {
    if (isWholeSchoolRequested(actor, query)) {
      const { json, ...metadata } = await readAllAccountsAsJson(db, actor, query);
      return new JsonText(addJsonFields(`{"users":${json}}`, metadata));
    }
    const { accounts: users, ...metadata } = await readAccountPage(db, actor, query);
    return { users, ...metadata };
  });
  serveWrite(app, db, accounts.create, {
    prepare: ({ actor, body }) => prepareAccount(db, actor, body),
    write: ({ actor }, transaction, account) => createAccount(transaction, actor, account),
    toStoredReference: pickId,
    respondToRetry: ({ actor }, transaction, { id }) => readAccount(transaction, actor, id),
  });
  serveWrite(app, db, accounts.edit, {
    prepare: ({ actor, params, body }) => hashNewPassword(db, actor, { ...body, ...params }),
    write: ({ actor, params, body }, transaction, passwordHash) =>
      editAccount(transaction, actor, { ...body, ...params, passwordHash }),
    respondToRetry: ({ actor, params }, transaction) => readAccount(transaction, actor, params.id),
  });
  serveWrite(app, db, accounts.delete, {
    async write({ actor, params }, transaction) {
      await deleteAccount(transaction, actor, params);
      return deletedMessage;
    },
    respondToRetry: async () => deletedMessage,
  });

  serve(app, accounts.students, async ({ actor, query }) => {
    const studentQuery = { ...query, role: 'Student' };
    const next_identifier_code = await readNextIdentifierCode(db);
    if (isWholeSchoolRequested(actor, query)) {
      const { json, ...metadata } = await readAllAccountsAsJson(db, actor, studentQuery);
      return new JsonText(
        addJsonFields(`{"students":${json}}`, { next_identifier_code, ...metadata }),
      );
    }
    const { accounts: students, ...metadata } = await readAccountPage(db, actor, studentQuery);
    return { students, next_identifier_code, ...metadata };
  });
  serveWrite(app, db, accounts.createStudent, {
    prepare: ({ actor, body }) => prepareAccount(db, actor, { ...body, role: 'Student' }),
    write: ({ actor }, transaction, account) => createAccount(transaction, actor, account),
    toStoredReference: pickId,
    respondToRetry: ({ actor }, transaction, { id }) => readAccount(transaction, actor, id),
  });
  serveWrite(app, db, accounts.editStudent, {
    prepare: ({ actor, params, body }) => hashNewPassword(db, actor, { ...body, ...params }),
    write: ({ actor, params, body }, transaction, passwordHash) =>
      editAccount(transaction, actor, {
        ...body,
        ...params,
        passwordHash,
        requiredRole: 'Student',
      }),
    respondToRetry: ({ actor, params }, transaction) => readAccount(transaction, actor, params.id),
  });
  serveWrite(app, db, accounts.deleteStudent, {
    async write({ actor, params }, transaction) {
      await deleteAccount(transaction, actor, { ...params, requiredRole: 'Student' });
      return deletedMessage;
    },
    respondToRetry: async () => deletedMessage,
  });

  // A password is shown only once: a retried request returns an empty password.
  serveWrite(app, db, accounts.resetPassword, {
    prepare: ({ actor, params }) => preparePasswordReset(db, actor, params.id),
    async write({ actor, params }, transaction, { password, passwordHash }) {
      await resetPassword(transaction, actor, { ...params, passwordHash });
      return { password };
    },
    respondToRetry: async () => ({ password: '' }),
  });
  serveWrite(app, db, accounts.unlock, {
    async write({ actor, params }, transaction) {
      await unlockAccount(transaction, actor, params.id);
      return unlockedMessage;
    },
    respondToRetry: async () => unlockedMessage,
  });
  serveWrite(app, db, factors.reset, {
    async write({ actor, params }, transaction) {
      await resetSecondFactor(transaction, actor, params.id);
      return factorsRemovedMessage;
    },
    respondToRetry: async () => factorsRemovedMessage,
  });
  serveWrite(app, db, sessions.endOfUser, {
    async write({ actor, params }, transaction) {
      await endUserSession(transaction, actor, params);
      return loggedOutMessage;
    },
    respondToRetry: async () => loggedOutMessage,
  });
  serveWrite(app, db, sessions.endAllOfUser, {
    async write({ actor, params }, transaction) {
      await endUserSessions(transaction, actor, params.id);
      return loggedOutMessage;
    },
    respondToRetry: async () => loggedOutMessage,
  });
  serveWrite(app, db, accounts.leave, {
    write: ({ actor, params, body }, transaction) =>
      recordDeparture(transaction, actor, { ...params, ...body }),
    respondToRetry: ({ actor, params }, transaction) => readAccount(transaction, actor, params.id),
  });
  serveWrite(app, db, accounts.return, {
    write: ({ actor, params, body }, transaction) =>
      recordReturn(transaction, actor, { ...params, ...body }),
    respondToRetry: ({ actor, params }, transaction) => readAccount(transaction, actor, params.id),
  });
  serveWrite(app, db, accounts.resetClassPasswords, {
    prepare: ({ actor, params }) => prepareClassReset(db, actor, params.id),
    write: async ({ actor, params }, transaction, { className, students }) => ({
      class_name: className,
      accounts: await resetClassPasswords(transaction, actor, { students, classId: params.id }),
    }),
    respondToRetry: ({ actor, params }, transaction) =>
      listStudentsToReset(transaction, actor, params.id),
  });
}

import { accounts } from '@lop-xanh/contract/accounts';
import type { FastifyInstance } from 'fastify';
import { within } from '../../database/database.ts';
import type { FeatureParts } from '../../http/feature-parts.ts';
import { JsonText, withFields } from '../../http/json-text.ts';
import { keepId, serve, serveWrite } from '../../http/serve.ts';
import {
  isWholeList,
  nextIdentifierCode,
  readAccount,
  readAccounts,
  readWholeList,
} from './accounts.service.ts';
import {
  createAccount,
  editAccount,
  prepareAccount,
  prepareEdit,
  removeAccount,
} from './manage-accounts.service.ts';
import {
  passwordsForClass,
  prepareReset,
  readStudents,
  resetClass,
  resetPassword,
} from './reset-passwords.service.ts';
import { unlockAccount } from './unlock-account.service.ts';

const removed = { message: 'Đã xóa tài khoản' };
const unlocked = { message: 'Đã mở khóa đăng nhập' };

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
  serveWrite(app, database, accounts.create, {
    prepare: ({ actor, body }) => prepareAccount(actor, body),
    write: ({ actor }, db, account) => createAccount(db, actor, account),
    keep: keepId,
    repeat: ({ actor }, db, { id }) => readAccount(db, actor, id),
  });
  serveWrite(app, database, accounts.edit, {
    prepare: ({ actor, params, body }) => prepareEdit(db, actor, { ...body, ...params }),
    write: ({ actor, params, body }, db, hash) =>
      editAccount(db, actor, { ...body, ...params, hash }),
    repeat: ({ actor, params }, db) => readAccount(db, actor, params.id),
  });
  serveWrite(app, database, accounts.remove, {
    async write({ actor, params }, db) {
      await removeAccount(db, actor, params);
      return removed;
    },
    repeat: async () => removed,
  });

  serve(app, accounts.students, async ({ actor, query }) => {
    const ofStudents = { ...query, role: 'Student' };
    const next_identifier_code = await nextIdentifierCode(db);
    if (isWholeList(actor, query)) {
      const { json, ...rest } = await readWholeList(db, actor, ofStudents);
      return new JsonText(withFields(`{"students":${json}}`, { next_identifier_code, ...rest }));
    }
    const { accounts: students, ...rest } = await readAccounts(db, actor, ofStudents);
    return { students, next_identifier_code, ...rest };
  });
  serveWrite(app, database, accounts.createStudent, {
    prepare: ({ actor, body }) => prepareAccount(actor, { ...body, role: 'Student' }),
    write: ({ actor }, db, account) => createAccount(db, actor, account),
    keep: keepId,
    repeat: ({ actor }, db, { id }) => readAccount(db, actor, id),
  });
  serveWrite(app, database, accounts.editStudent, {
    prepare: ({ actor, params, body }) => prepareEdit(db, actor, { ...body, ...params }),
    write: ({ actor, params, body }, db, hash) =>
      editAccount(db, actor, { ...body, ...params, hash, only: 'Student' }),
    repeat: ({ actor, params }, db) => readAccount(db, actor, params.id),
  });
  serveWrite(app, database, accounts.removeStudent, {
    async write({ actor, params }, db) {
      await removeAccount(db, actor, { ...params, only: 'Student' });
      return removed;
    },
    repeat: async () => removed,
  });

  // A password is shown once: a repeated request is told that it happened, not what it is.
  serveWrite(app, database, accounts.reset, {
    prepare: ({ actor, params }) => prepareReset(db, actor, params.id),
    async write({ actor, params }, db, { password, hash }) {
      await resetPassword(db, actor, { ...params, hash });
      return { password };
    },
    repeat: async () => ({ password: '' }),
  });
  serveWrite(app, database, accounts.unlock, {
    async write({ actor, params }, db) {
      await unlockAccount(db, actor, params.id);
      return unlocked;
    },
    repeat: async () => unlocked,
  });
  serveWrite(app, database, accounts.resetClass, {
    prepare: ({ actor, params }) => passwordsForClass(database, actor, params.id),
    write: async ({ actor, params }, db, { className, students }) => ({
      class_name: className,
      accounts: await resetClass(db, actor, { students, classId: params.id }),
    }),
    repeat: ({ actor, params }, db) => readStudents(within(db), actor, params.id),
  });
}

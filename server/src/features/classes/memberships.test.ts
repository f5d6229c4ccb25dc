import { studentTables, teacherTables } from '@lop-xanh/contract/account-tables';
import { accounts } from '@lop-xanh/contract/accounts';
import { classes } from '@lop-xanh/contract/classes';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { addClass, addSchool, addUser, type TestUser } from '../../testing/fixtures.ts';
import { sendTable } from '../../testing/send-table.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const admin = await addUser(database, { role: 'Admin' });
const { token } = admin;

/** `userNumber` and `classNumber` choose among the users and classes that exist at that time. */
const action = fc.record({
  kind: fc.constantFrom(
    'account form',
    'account form',
    'class form',
    'import student',
    'import teacher',
    'delete account',
    'delete class',
    'create account',
    'create class',
    'change role',
  ),
  userNumber: fc.nat(20),
  classNumber: fc.nat(20),
});
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

const runs = Number(process.env.HISTORY_RUNS ?? 4);

test('any sequence of actions records exactly the transfers that lead to the current classes', async () => {
  let total = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 15, maxLength: 25 }), async (actions) => {
      const schoolId = await addSchool(db);
      for (const name of ['1A', '2A', '3A']) await addClass(db, schoolId, name);
      for (let number = 0; number < 3; number++) {
        await addUser(database, { role: 'Teacher', school_id: schoolId });
        await addUser(database, { role: 'Student', school_id: schoolId });
      }
      let expected = 0;
      for (const nextAction of actions) {
        const before = await readClassIds(schoolId);
        await perform(nextAction, schoolId);
        const after = await readClassIds(schoolId);
        const userIds = new Set([...before.keys(), ...after.keys()]);
        // One transfer for each user whose class changed.
        expected += [...userIds].filter(
          (id) => (before.get(id) ?? null) !== (after.get(id) ?? null),
        ).length;
        expect(await countTransfers(schoolId)).toBe(expected);
      }
      for (const [userId, classId] of await readClassIds(schoolId)) {
        let currentId: number | null = null;
        for (const { from_class_id, to_class_id } of await listTransfers(userId)) {
          expect(from_class_id).toBe(currentId);
          currentId = to_class_id;
        }
        expect(currentId).toBe(classId);
      }
      total += expected;
    }),
    { seed: 20_261_115, numRuns: runs },
  );
  expect(total).toBeGreaterThan(20);
});

async function perform({ kind, userNumber, classNumber }: Action, schoolId: number) {
  const users = await listUsers(schoolId);
  const schoolClasses = await db.many(
    z.object({ id: z.number(), name: z.string(), version: z.number() }),
    sql`
      select id, name, version from classes where school_id = ${schoolId} and deleted_at is null
      order by id`,
  );
  const user = users[userNumber % users.length];
  const schoolClass = [...schoolClasses, null][classNumber % (schoolClasses.length + 1)] ?? null;
  const teachers = users.filter(({ role }) => role === 'Teacher');
  const teacher = [...teachers, null][userNumber % (teachers.length + 1)] ?? null;
  const importUser = (role: 'Student' | 'Teacher') => {
    const imported = users.filter((candidate) => candidate.role === role)[userNumber % 3];
    if (!imported) return undefined;
    const line = `${imported.username},An,${schoolClass?.name ?? ''},a@b.vn`;
    const content = `Tên đăng nhập,Tên,Lớp,Email\n${line}\n`;
    const tables = role === 'Student' ? studentTables : teacherTables;
    return sendTable(app, tables.importTable, { token, content, query: { school_id: schoolId } });
  };
  const username = `tt.${schoolId}.${users.length}.${userNumber}.${classNumber}`;
  const input = { token, params: { id: user?.id ?? 0 } };
  switch (kind) {
    case 'account form':
      return request(app, accounts.edit, {
        ...input,
        body: { class_id: schoolClass?.id ?? null },
      });
    case 'change role': {
      const role = user?.role === 'Student' ? 'Teacher' : 'Student';
      return request(app, accounts.edit, { ...input, body: { role, email: 'a@b.vn' } });
    }
    case 'class form': {
      if (!schoolClass) return undefined;
      const body = { teacher_id: teacher?.id ?? null, version: schoolClass.version };
      return request(app, classes.edit, { token, params: { id: schoolClass.id }, body });
    }
    case 'import student':
      return importUser('Student');
    case 'import teacher':
      return importUser('Teacher');
    case 'delete account':
      return users.length > 3 && request(app, accounts.delete, input);
    case 'delete class':
      return schoolClass && request(app, classes.delete, { token, params: { id: schoolClass.id } });
    case 'create class': {
      const body = { name: username, grade_id: 1, school_id: schoolId };
      const teacherInput = teacher ? { teacher_id: teacher.id } : {};
      return request(app, classes.create, { token, body: { ...body, ...teacherInput } });
    }
    case 'create account': {
      const body = { username, role: 'Student', password: 'muaxuan', email: 'a@b.vn' };
      const assignment = { school_id: schoolId, class_id: schoolClass?.id ?? null };
      return request(app, accounts.create, { token, body: { ...body, ...assignment } });
    }
  }
}

function listUsers(
  schoolId: number,
): Promise<(Pick<TestUser, 'id' | 'username'> & { role: string })[]> {
  return db.many(
    z.object({ id: z.number(), username: z.string(), role: z.string() }),
    sql`
      select id, username, role from users where school_id = ${schoolId} and deleted_at is null
      order by id`,
  );
}

/** By user id; a deleted user has no class. */
async function readClassIds(schoolId: number): Promise<Map<number, number | null>> {
  const rows = await db.many(
    z.object({
      id: z.number(),
      class_id: z.number().nullable(),
      deleted_at: z.string().nullable(),
    }),
    sql`
      select id, class_id, deleted_at from users
      left join current_members on user_id = id where school_id = ${schoolId}`,
  );
  return new Map(rows.map(({ id, class_id, deleted_at }) => [id, deleted_at ? null : class_id]));
}

function countTransfers(schoolId: number): Promise<number> {
  return db.value(
    z.number(),
    sql`select count(*) from class_transfers where school_id = ${schoolId}`,
  );
}

function listTransfers(userId: number) {
  return db.many(
    z.object({ from_class_id: z.number().nullable(), to_class_id: z.number().nullable() }),
    sql`select from_class_id, to_class_id from class_transfers where user_id = ${userId} order by changed_at, id`,
  );
}

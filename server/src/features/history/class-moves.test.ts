import { studentTables, teacherTables } from '@lop-xanh/contract/account-tables';
import { accounts } from '@lop-xanh/contract/accounts';
import { classes } from '@lop-xanh/contract/classes';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addClass, addSchool, addUser, type TestUser } from '../../testing/people.ts';
import { sendTable } from '../../testing/send-table.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const admin = await addUser(database, { role: 'Admin' });
const { token } = admin;

/** What an administrator may do in a school; numbers choose among what is there at that moment. */
const act = fc.record({
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
  who: fc.nat(20),
  where: fc.nat(20),
});
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

const seeds = Number(process.env.HISTORY_RUNS ?? 4);

test('over any sequence of acts the records lead from no class to the class of now, one for each change', async () => {
  let recorded = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 15, maxLength: 25 }), async (acts) => {
      const schoolId = await addSchool(db);
      for (const name of ['1A', '2A', '3A']) await addClass(db, schoolId, name);
      for (let number = 0; number < 3; number++) {
        await addUser(database, { role: 'Teacher', school_id: schoolId });
        await addUser(database, { role: 'Student', school_id: schoolId });
      }
      let expected = 0;
      for (const one of acts) {
        const before = await placesIn(schoolId);
        await perform(one, schoolId);
        const after = await placesIn(schoolId);
        const ids = new Set([...before.keys(), ...after.keys()]);
        // Whoever was in one place and is in another has one record more, and nobody else.
        expected += [...ids].filter(
          (id) => (before.get(id) ?? null) !== (after.get(id) ?? null),
        ).length;
        expect(await countRecords(schoolId)).toBe(expected);
      }
      for (const [id, classId] of await placesIn(schoolId)) {
        const chain = await recordsOf(id);
        let at: number | null = null;
        for (const { from_class_id, to_class_id } of chain) {
          expect(from_class_id).toBe(at);
          at = to_class_id;
        }
        expect(at).toBe(classId);
      }
      recorded += expected;
    }),
    { seed: 20_261_115, numRuns: seeds },
  );
  expect(recorded).toBeGreaterThan(20);
});

async function perform({ kind, who, where }: Act, schoolId: number) {
  const people = await livePeople(schoolId);
  const rooms = await db
    .selectFrom('classes')
    .select(['id', 'name', 'version'])
    .where('school_id', '=', schoolId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  const person = people[who % people.length];
  const room = [...rooms, null][where % (rooms.length + 1)] ?? null;
  const teachers = people.filter(({ role }) => role === 'Teacher');
  const teacher = [...teachers, null][who % (teachers.length + 1)] ?? null;
  const importOne = (role: 'Student' | 'Teacher') => {
    const one = people.filter((each) => each.role === role)[who % 3];
    if (!one) return undefined;
    const text = `Tên đăng nhập,Tên,Lớp,Email\n${one.username},An,${room?.name ?? ''},a@b.vn\n`;
    const { take } = role === 'Student' ? studentTables : teacherTables;
    return sendTable(app, take, { token, content: text, query: { school_id: schoolId } });
  };
  const username = `tt.${schoolId}.${people.length}.${who}.${where}`;
  const input = { token, params: { id: person?.id ?? 0 } };
  switch (kind) {
    case 'account form':
      return request(app, accounts.edit, { ...input, body: { class_id: room?.id ?? null } });
    case 'change role': {
      const role = person?.role === 'Student' ? 'Teacher' : 'Student';
      return request(app, accounts.edit, { ...input, body: { role, email: 'a@b.vn' } });
    }
    case 'class form': {
      const body = { teacher_id: teacher?.id ?? null, version: room?.version };
      return room && request(app, classes.edit, { token, params: { id: room.id }, body });
    }
    case 'import student':
      return importOne('Student');
    case 'import teacher':
      return importOne('Teacher');
    case 'delete account':
      return people.length > 3 && request(app, accounts.remove, input);
    case 'delete class':
      return room && request(app, classes.remove, { token, params: { id: room.id } });
    case 'create class': {
      const body = { name: username, grade_id: 1, school_id: schoolId };
      const chosen = teacher ? { teacher_id: teacher.id } : {};
      return request(app, classes.create, { token, body: { ...body, ...chosen } });
    }
    case 'create account': {
      const body = { username, role: 'Student', password: 'matkhau', email: 'a@b.vn' };
      const placed = { school_id: schoolId, class_id: room?.id ?? null };
      return request(app, accounts.create, { token, body: { ...body, ...placed } });
    }
  }
}

function livePeople(
  schoolId: number,
): Promise<(Pick<TestUser, 'id' | 'username'> & { role: string })[]> {
  return db
    .selectFrom('users')
    .select(['id', 'username', 'role'])
    .where('school_id', '=', schoolId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
}

/** Everybody's class at this moment; who is deleted is in none. */
async function placesIn(schoolId: number): Promise<Map<number, number | null>> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'class_id', 'deleted_at'])
    .where('school_id', '=', schoolId)
    .execute();
  return new Map(rows.map(({ id, class_id, deleted_at }) => [id, deleted_at ? null : class_id]));
}

async function countRecords(schoolId: number): Promise<number> {
  const rows = await db
    .selectFrom('class_history')
    .select('id')
    .where('school_id', '=', schoolId)
    .execute();
  return rows.length;
}

function recordsOf(id: number) {
  return db
    .selectFrom('class_history')
    .select(['from_class_id', 'to_class_id'])
    .where('user_id', '=', id)
    .orderBy('id')
    .execute();
}

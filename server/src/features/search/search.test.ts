import type { ResponseOf } from '@lop-xanh/contract/endpoint';
import { limits } from '@lop-xanh/contract/rules/limits';
import { type Role, roles } from '@lop-xanh/contract/rules/roles';
import { search } from '@lop-xanh/contract/search';
import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  addChild,
  addClass,
  addLesson,
  addSubstitution,
  addTwoSchools,
  addUser,
  deleteUser,
  moveUser,
  type TestUser,
  type TwoSchools,
  updateRow,
} from '../../testing/fixtures.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);

let ours: TwoSchools['ours'];
let theirs: TwoSchools['theirs'];
let admin: TestUser;
/** Unique to each test: all tests share a database. */
let word = '';
let tests = 0;
beforeEach(async () => {
  ({ ours, theirs, admin } = await addTwoSchools(database));
  word = `quy${String.fromCodePoint(97 + (tests % 26))}${String.fromCodePoint(97 + Math.trunc(tests / 26))}`;
  tests += 1;
});

const send = (user: TestUser, q: string) =>
  request(app, search.find, { token: user.token, query: { q } });
const find = async (user: TestUser, q: string): Promise<ResponseOf<typeof search.find>> =>
  (await send(user, q)).body;
const findIds = async (user: TestUser, q: string) =>
  (await find(user, q)).people.map(({ id }) => id);
const findNames = async (user: TestUser, q: string) =>
  (await find(user, q)).people.map(({ full_name }) => full_name);
const rename = (user: TestUser, columns: object) => updateRow(db, 'users', user.id, columns);
const addStudent = (fields: object = {}) =>
  addUser(database, {
    role: 'Student',
    school_id: ours.schoolId,
    class_id: ours.classId,
    ...fields,
  });

describe('who is found', () => {
  const people = ['mod', 'teacher', 'otherTeacher', 'student', 'otherStudent', 'parent'] as const;
  const finders: Record<Role, { ours: readonly string[]; theirs: readonly string[] }> = {
    Admin: { ours: people, theirs: people },
    Mod: { ours: people.filter((person) => person !== 'mod'), theirs: [] },
    Teacher: { ours: ['student'], theirs: [] },
    Student: { ours: [], theirs: [] },
    Parent: { ours: [], theirs: [] },
  };

  test.each(roles)('by a user who is a %s', async (role) => {
    const finder = {
      Admin: admin,
      Mod: ours.mod,
      Teacher: ours.teacher,
      Student: ours.student,
      Parent: ours.parent,
    }[role];
    const listFound = async (school: TwoSchools['ours']) => {
      const found: string[] = [];
      for (const person of people) {
        const { id, username } = school[person];
        if ((await findIds(finder, username)).includes(id)) found.push(person);
      }
      return found;
    };
    expect({ ours: await listFound(ours), theirs: await listFound(theirs) }).toEqual(finders[role]);
  });

  test('a Mod finds a parent of another school by a child here, and learns of no child elsewhere', async () => {
    await rename(theirs.parent, { last_name: word });
    expect(await findIds(ours.mod, word)).toEqual([]);
    await addChild(db, { parent: theirs.parent, child: ours.student });
    await rename(ours.student, { last_name: 'Lê', first_name: 'Khôi' });
    const { people } = await find(ours.mod, word);
    expect(new Set(people.map(({ id }) => id))).toEqual(
      new Set([theirs.parent.id, ours.student.id]),
    );
    const parent = people.find(({ role }) => role === 'Parent');
    expect(parent?.relatives).toEqual([{ full_name: 'Lê Khôi', class_name: '3A' }]);
    // A class of the other school does not find the parent either.
    await updateRow(db, 'classes', theirs.classId, { name: '5K' });
    expect(await findIds(ours.mod, `${word} 5k`)).toEqual([]);
    expect(await findIds(admin, `${word} 5k`)).toContain(theirs.parent.id);
  });

  test('a Teacher finds active students of the classes they teach today, and no linked parents', async () => {
    await rename(ours.student, { last_name: word });
    await rename(ours.otherStudent, { last_name: word });
    await rename(ours.parent, { last_name: `${word}me` });
    expect(await findIds(ours.teacher, `${word}me`)).toEqual([]);
    await addSubstitution(db, {
      userId: ours.teacher.id,
      classId: ours.otherClassId,
      from: new Date(Date.now() - 1_000),
      until: new Date(Date.now() + 60_000),
    });
    expect(new Set(await findIds(ours.teacher, word))).toEqual(
      new Set([ours.student.id, ours.otherStudent.id]),
    );
    await rename(ours.student, { status: 'inactive' });
    expect(await findIds(ours.teacher, word)).toEqual([ours.otherStudent.id]);
    expect((await find(ours.teacher, word)).people[0]?.relatives).toEqual([]);
    await moveUser(db, { userId: ours.otherStudent.id, classId: null });
    expect(await findIds(ours.teacher, word)).toEqual([]);
  });

  test('nobody finds a deleted account', async () => {
    await rename(ours.student, { last_name: word });
    await deleteUser(db, ours.student.id);
    expect(await findIds(admin, word)).toEqual([]);
    // Nor by the name of a parent.
    await rename(ours.parent, { last_name: word });
    expect(await findIds(admin, word)).toEqual([ours.parent.id]);
    expect((await find(admin, word)).people[0]?.relatives).toEqual([]);
  });

  test('a Mod without a school finds nobody', async () => {
    await rename(ours.student, { last_name: word });
    await db.run(sql`alter table users drop constraint users_check`);
    await rename(ours.mod, { school_id: null });
    expect(await findIds(ours.mod, word)).toEqual([]);
  });
});

describe('a person is found', () => {
  test.each([
    ['nguyen van an', 'Nguyễn Văn', 'Ân'],
    ['NGUYỄN VĂN ÂN', 'Nguyễn Văn', 'Ân'],
    ['an nguyen', 'Nguyễn Văn', 'Ân'],
    ['do dat', 'Đỗ', 'Đạt'],
    ['o neil', "O'Neil", 'Ân'],
    ['an', 'Nguyễn', '(Ân)'],
  ])('by %j', async (q, last_name, first_name) => {
    const student = await addStudent({ last_name: `${word} ${last_name}`, first_name });
    expect(await findIds(ours.mod, `${q} ${word}`)).toEqual([student.id]);
  });

  test('in either form of Unicode', async () => {
    const student = await addStudent({ last_name: word, first_name: 'Ân'.normalize('NFD') });
    expect(await findIds(ours.mod, `${word} ân`.normalize('NFC'))).toEqual([student.id]);
  });

  test('by the username and by either end of the code', async () => {
    await rename(ours.student, { username: `${word}.x9`, identifier_code: `79${tests}000412` });
    expect(await findIds(ours.mod, `${word}.x9`)).toEqual([ours.student.id]);
    expect(await findIds(ours.mod, `79${tests}0`)).toEqual([ours.student.id]);
    expect(await findIds(ours.mod, '0412')).toEqual([ours.student.id]);
    expect(await findIds(ours.mod, '041')).toEqual([]);
  });

  test('by a phone number, whole or in part, however it was written', async () => {
    const typed = ['0912345678', '0912 345 678', '+84 912.345.678', '84912345678', '912345678'];
    const parts = ['0912', '+84912', '(0912)', '5678'];
    for (const phone of ['+84 912.345.678', '0912 345 678', '912345678']) {
      await rename(ours.parent, { phone });
      for (const q of [...typed, ...parts]) {
        const ids = await findIds(ours.mod, q);
        expect({ q, phone, isFound: ids.includes(ours.parent.id) }).toEqual({
          q,
          phone,
          isFound: true,
        });
      }
    }
    await rename(ours.parent, { phone: '0987654321' });
    for (const q of [...typed, ...parts]) {
      expect({ q, ids: await findIds(ours.mod, q) }).toEqual({ q, ids: [] });
    }
  });

  test('without the digits in the middle of the phone number in the response', async () => {
    await rename(ours.parent, { last_name: word, phone: '+84 987 654 220' });
    const { people } = await find(ours.mod, word);
    const parent = people.find(({ role }) => role === 'Parent');
    expect(parent?.phone).toBe('0987 ••• 220');
  });

  test('by the name of a parent, written with the student or of an account', async () => {
    await rename(ours.otherStudent, { parent_name: `Trần Thị ${word}` });
    await rename(ours.parent, { first_name: word });
    const { people } = await find(ours.mod, word);
    const students = people.filter(({ role }) => role === 'Student');
    expect(new Set(students.map(({ id }) => id))).toEqual(
      new Set([ours.student.id, ours.otherStudent.id]),
    );
    expect(students.find(({ id }) => id === ours.otherStudent.id)?.relatives).toEqual([
      { full_name: `Trần Thị ${word}`, class_name: null },
    ]);
  });

  test('by a name and a class: students, teachers, parents and children of parents', async () => {
    await updateRow(db, 'classes', ours.classId, { name: '2A' });
    for (const user of [ours.student, ours.otherStudent, ours.teacher, ours.otherTeacher]) {
      await rename(user, { first_name: word });
    }
    const expected = new Set([ours.student.id, ours.teacher.id]);
    for (const q of [`${word} 2a`, `2A ${word}`, `lớp 2a ${word}`]) {
      expect(new Set(await findIds(ours.mod, q))).toEqual(expected);
    }
    expect(await findIds(ours.teacher, `${word} 2a`)).toEqual([ours.student.id]);
    expect(await findIds(ours.teacher, `${word} 4b`)).toEqual([]);
    await rename(ours.parent, { first_name: `${word}me` });
    expect(new Set(await findIds(ours.mod, `${word}me 2a`))).toEqual(
      new Set([ours.student.id, ours.parent.id]),
    );
    expect(await findIds(ours.mod, `${word}me 4b`)).toEqual([]);
  });

  test('not by a class of an earlier year', async () => {
    const past = await addClass(db, ours.schoolId, '1Z', 1, 2020);
    await addStudent({ first_name: word, class_id: past });
    expect(await findIds(ours.mod, `${word} 1z`)).toEqual([]);
  });
});

describe('the best matches come first', () => {
  test('a username, then the given name, then its beginning, then another word', async () => {
    await addStudent({ last_name: 'Lê', first_name: `${word}x` });
    await addStudent({ last_name: word, first_name: 'Bình' });
    await addStudent({ last_name: 'Trần', first_name: word, status: 'inactive' });
    await addStudent({ last_name: 'Vũ', first_name: word });
    const exact = await addStudent({ last_name: 'Hồ', first_name: 'Chi' });
    await rename(exact, { username: word });
    expect(await findNames(ours.mod, word)).toEqual([
      'Hồ Chi',
      `Vũ ${word}`,
      `Trần ${word}`,
      `Lê ${word}x`,
      `${word} Bình`,
    ]);
  });

  test('a few of each kind', async () => {
    for (let count = 0; count <= limits.foundPerKind; count++) {
      await addStudent({ first_name: word });
    }
    await rename(ours.teacher, { first_name: word });
    await rename(ours.parent, { first_name: word });
    const { people } = await find(ours.mod, word);
    const roles = people.map(({ role }) => role);
    expect(roles.filter((role) => role === 'Student')).toHaveLength(limits.foundPerKind);
    expect(roles).toContain('Teacher');
    expect(roles).toContain('Parent');
  });
});

describe('classes and lessons', () => {
  test('are those that the user may read', async () => {
    await updateRow(db, 'classes', ours.classId, { name: `2A${word}` });
    await updateRow(db, 'classes', theirs.classId, { name: `2A${word}` });
    await addClass(db, ours.schoolId, `2A${word}`, 2, 2020);
    const findClasses = async (user: TestUser) =>
      (await find(user, `2a${word}`)).classes.map(({ id }) => id);
    expect(await findClasses(admin)).toEqual([ours.classId, theirs.classId]);
    expect(await findClasses(ours.mod)).toEqual([ours.classId]);
    for (const user of [ours.teacher, ours.student, ours.parent]) {
      expect(await findClasses(user)).toEqual([ours.classId]);
    }
    expect(await findClasses(ours.otherTeacher)).toEqual([]);
  });

  test('are lessons of their own grades, hidden weeks only for an Admin', async () => {
    const [third, fourth] = [await addLesson(db, 3), await addLesson(db, 4)];
    for (const lesson of [third, fourth]) {
      await db.run(sql`
        update lesson_weeks set title = ${`Nước “sạch” ${word}`} || week where lesson_id = ${lesson}`);
    }
    const findWeeks = async (user: TestUser) =>
      (await find(user, `nuoc sach ${word}`)).lessons.map(({ lesson_id, week }) => [
        lesson_id,
        week,
      ]);
    for (const user of [ours.student, ours.parent, ours.teacher]) {
      expect(await findWeeks(user)).toEqual([[third, 1]]);
    }
    expect(await findWeeks(ours.mod)).toEqual([
      [third, 1],
      [fourth, 1],
    ]);
    expect(await findWeeks(admin)).toHaveLength(4);
  });
});

describe('any text', () => {
  test('without a word finds nothing', async () => {
    for (const q of ['', ' ', '%', '_', '\\', "'", '*', ':*', '&', '<', '=', '“”']) {
      const { status, body } = await send(admin, q);
      const nothing = { people: [], classes: [], lessons: [] };
      expect({ q, status, body }).toEqual({ q, status: 200, body: nothing });
    }
  });

  test('has no wildcards and no operators', async () => {
    await rename(ours.student, { last_name: 'Lê', first_name: `${word}bc` });
    for (const wildcard of ['%', '_', '*', '\\', ':*', '|', '!', "'"]) {
      for (const q of [`${word}${wildcard}c`, `${word.slice(0, -1)}${wildcard}bc`]) {
        expect({ q, ids: await findIds(ours.mod, q) }).toEqual({ q, ids: [] });
      }
    }
    expect(await findIds(ours.mod, word)).toEqual([ours.student.id]);
  });

  test('is too long beyond the limit, and words beyond the eighth are ignored', async () => {
    const response = await send(admin, 'a'.repeat(limits.maxSearchLength + 1));
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ code: 'invalid_input', issues: [{ path: 'q' }] });
    expect((await send(admin, 'a '.repeat(limits.maxSearchLength / 2))).status).toBe(200);
  });

  test('is required', async () => {
    const response = await app.inject({
      url: search.find.path,
      headers: { authorization: `Bearer ${admin.token}` },
    });
    expect(response.statusCode).toBe(400);
  });
});

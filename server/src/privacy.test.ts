import { endpoints } from '@lop-xanh/contract/api';
import { attendance } from '@lop-xanh/contract/attendance';
import type { Endpoint } from '@lop-xanh/contract/endpoint';
import { type Post, posts } from '@lop-xanh/contract/posts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openSession } from './http/authentication.ts';
import { rowsOf } from './testing/access-expectations.ts';
import type { Given } from './testing/access-rows.ts';
import { addChild, addTwoSchools, addUser } from './testing/people.ts';
import { rollOf, today } from './testing/roll-call.ts';
import { makeTestApp, request, send } from './testing/test-app.ts';
import { makeTestDatabase } from './testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const world = await addTwoSchools(database);
const { ours, theirs } = world;

/** A classmate of the student, whose sister is in the parent's care too. */
const inClass = { school_id: ours.schoolId, class_id: ours.classId };
const classmate = await addUser(database, { role: 'Student', ...inClass });
const sister = await addUser(database, { role: 'Student', ...inClass });
await addChild(db, { schoolId: ours.schoolId, parent: ours.parent, child: sister });

/** What nobody but the person and the staff may read says whose it is. */
const secret = (what: string, id: number) => `${what}-cua-${id}-het`;
/**
 * Found in any response; a record of attendance tells by itself whose it is. Of an imported student the
 * username is the code, so here everybody's is: whatever tells a username of somebody is found too.
 */
const secretOf = /(?:(?:phone|email|parent|code|note)-cua-|"student_id":)(\d+)/g;
for (const { id } of await db.selectFrom('users').select('id').execute()) {
  await db
    .updateTable('users')
    .set({
      phone: secret('phone', id),
      email: `${secret('email', id)}@example.vn`,
      parent_name: secret('parent', id),
      identifier_code: secret('code', id),
      username: secret('code', id),
    })
    .where('id', '=', id)
    .execute();
}
// Everybody likes every post and has commented on it.
await sql`insert into likes (post_id, user_id) select post.id, person.id from posts post, users person
  on conflict do nothing`.execute(db);
await sql`insert into comments (post_id, user_id, text)
  select post.id, person.id, 'Hay quá' from posts post, users person`.execute(db);
for (const { classId, teacher, students } of [
  { ...ours, students: [ours.student, classmate, sister] },
  {
    ...ours,
    classId: ours.otherClassId,
    teacher: ours.otherTeacher,
    students: [ours.otherStudent],
  },
  { ...theirs, students: [theirs.student] },
]) {
  const roll = rollOf(students);
  const marks = roll.students.map((mark) => ({ ...mark, note: secret('note', mark.id) }));
  const { status } = await request(app, attendance.save, {
    token: teacher.token,
    params: { id: classId },
    body: { ...roll, students: marks },
  });
  if (status !== 201) throw new Error(`The roll was answered ${status}`);
}

/** Every number that may stand in an address: of a class, a person, a post, a school. */
const numbers = new Set<number>();
for (const table of ['classes', 'users', 'posts', 'schools'] as const) {
  for (const { id } of await db.selectFrom(table).select('id').execute()) numbers.add(id);
}

/** The bodies of all rows of expectation. */
async function bodiesOf({ method, path }: Endpoint, given: Given): Promise<string[]> {
  const bodies = new Set<string>();
  for (const { request } of rowsOf[`${method} ${path}`] ?? []) {
    const { body } = (await request?.(given)) ?? {};
    if (body) bodies.add(JSON.stringify(body));
  }
  return [...bodies];
}

function addressesOf({ path }: Endpoint): string[] {
  const withDate = path.replace('{date}', today);
  if (!withDate.includes('{id}')) return [withDate];
  return [...numbers].map((number) => withDate.replace('{id}', String(number)));
}

async function readPost(token: string): Promise<Post> {
  const { body } = await request(app, posts.read, { token, params: { id: ours.post } });
  return body;
}

test.each([
  ['Student', ours.student],
  ['Parent', ours.parent],
] as const)('a %s knows others by their names, and finds their own like', async (_, person) => {
  const post = await readPost(person.token);
  expect(post).toMatchObject({ likes: [secret('code', person.id)], liked: true });
  expect(post.likeCount).toBeGreaterThan(10);
  expect(post.author).toBe(post.author_display);
  for (const { user, first_name } of post.comments) expect(user).toContain(first_name);
  const { body: unliked } = await request(app, posts.like, {
    token: person.token,
    params: { id: ours.post },
    body: { liked: false },
  });
  expect(unliked).toEqual({ liked: false, likes: [], likeCount: post.likeCount - 1 });
});

test.each([
  ['Student', ours.student, [ours.student.id]],
  ['Parent', ours.parent, [ours.parent.id, ours.student.id, sister.id]],
] as const)(
  'no answer of the whole API tells a %s what is somebody else’s',
  async (role, person, allowed) => {
    const me = { ...person, username: secret('code', person.id) };
    const unreached: string[] = [];
    const leaks: string[] = [];
    const found = new Set<number>();
    let walked = 0;
    for (const endpoint of endpoints) {
      const { method, access } = endpoint;
      const name = `${method} ${endpoint.path}` as const;
      const mayCall = access === 'anyone' || access[role] !== undefined;
      const bodies = await bodiesOf(endpoint, { ...world, db, me });
      // Who may not call at all is refused before the body is looked at.
      const payloads = bodies.length > 0 ? bodies.slice(0, mayCall ? undefined : 1) : [undefined];
      let isReached = false;
      // A call may end the session it was made with.
      const authorization = `Bearer ${await openSession(db, person.id)}`;
      for (const url of addressesOf(endpoint)) {
        for (const payload of payloads) {
          const response = await send(app, endpoint, {
            method,
            url,
            headers: { authorization, ...(payload && { 'content-type': 'application/json' }) },
            ...(payload && { payload }),
          });
          isReached ||= response.statusCode < 300;
          for (const [text, id] of response.payload.matchAll(secretOf)) {
            found.add(Number(id));
            if (!(allowed as readonly number[]).includes(Number(id))) {
              leaks.push(`${method} ${url}: ${text}`);
            }
          }
        }
      }
      if (isReached !== mayCall) unreached.push(name);
      walked += 1;
    }
    expect(leaks).toEqual([]);
    // What is not reached was not looked at: give it a row of expectation with which they succeed.
    expect(unreached).toEqual([]);
    expect(walked).toBe(endpoints.length);
    expect(endpoints.length).toBeGreaterThan(25);
    // The search itself works: what is their own was found.
    expect(found).toEqual(new Set(allowed));
  },
);

test('the same search finds everybody’s in what the staff reads', async () => {
  const response = await app.inject({
    url: `/api/classes/${ours.classId}/attendance/weeks`,
    headers: { authorization: `Bearer ${ours.mod.token}` },
  });
  const ids = [...response.payload.matchAll(secretOf)].map(([, id]) => Number(id));
  expect(new Set(ids)).toEqual(new Set([ours.student.id, classmate.id, sister.id]));
  const { likes, comments, author } = await readPost(ours.mod.token);
  expect(likes).toContain(secret('code', classmate.id));
  expect(comments.map(({ user }) => user)).toContain(secret('code', classmate.id));
  expect(author).toBe(secret('code', ours.teacher.id));
});

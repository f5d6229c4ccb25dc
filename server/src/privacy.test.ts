import { endpoints } from '@lop-xanh/contract/api';
import { attendance } from '@lop-xanh/contract/attendance';
import { classes } from '@lop-xanh/contract/classes';
import type { Endpoint } from '@lop-xanh/contract/endpoint';
import { memories } from '@lop-xanh/contract/memories';
import { type Post, posts } from '@lop-xanh/contract/posts';
import { search } from '@lop-xanh/contract/search';
import sql, { raw } from 'sql-template-tag';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openSession } from './features/auth/sessions.service.ts';
import { accessRows } from './testing/access-expectations.ts';
import type { RowContext } from './testing/access-rows.ts';
import { makeSheetInput, today } from './testing/attendance.ts';
import { addChild, addSubstitution, addTwoSchools, addUser } from './testing/fixtures.ts';
import { encodeForm } from './testing/send-form.ts';
import { makeTestApp, request, send } from './testing/test-app.ts';
import { makeTestDatabase } from './testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const world = await addTwoSchools(database);
const { ours, theirs } = world;

/** A classmate of the student, and a sister who is also a child of the parent. */
const inClass = { school_id: ours.schoolId, class_id: ours.classId };
const classmate = await addUser(database, { role: 'Student', ...inClass });
const sister = await addUser(database, { role: 'Student', ...inClass });
await addChild(db, { parent: ours.parent, child: sister });
// Somebody stands in for their teacher.
await addSubstitution(db, {
  userId: ours.otherTeacher.id,
  classId: ours.classId,
  from: new Date(Date.now() - 3_600_000),
  until: new Date(Date.now() + 3_600_000),
});
// Both children have a former class, whose posts and classmates were those of the other student.
for (const { id } of [ours.student, sister]) {
  await db.run(sql`
    insert into memberships (school_id, class_id, user_id, kind, started_at, ended_at)
    select ${ours.schoolId}, ${ours.otherClassId}, ${id}, 'student', started_at - interval '1 day',
           started_at
    from memberships where user_id = ${id}`);
}
await db.run(sql`
  update posts set created_at = now() - interval '2 years' where class_id = ${ours.otherClassId}`);

/** Fills a private field with a text that names its owner. */
const secret = (field: string, id: number) => `${field}-cua-${id}-het`;
/**
 * Finds private data in a response with the id of its owner. The username of an imported student is the code,
 * so here all usernames are codes, and a leaked username is found too.
 */
const secretPattern = /(?:(?:phone|email|parent|code|note|words)-cua-|"student_id":)(\d+)/g;
for (const id of await db.values(z.number(), sql`select id from users`)) {
  await db.run(sql`
    update users
    set phone = ${secret('phone', id)}, email = ${`${secret('email', id)}@example.vn`},
      parent_name = ${secret('parent', id)}, identifier_code = ${secret('code', id)},
      username = ${secret('code', id)}
    where id = ${id}`);
}
await db.run(sql`
  insert into photo_consents (school_id, student_id, side, decision, evidence, guardian_name, decided_on, recorded_by)
  select school_id, id, 'guardian', 'given', 'paper', parent_name, '2026-09-07', ${ours.mod.id}
  from users where role = 'Student'`);
// Every user likes every post and has commented on it.
await db.run(sql`insert into likes (post_id, user_id) select post.id, "user".id from posts post, users "user"
  on conflict do nothing`);
await db.run(sql`insert into comments (school_id, post_id, user_id, text)
  select post.school_id, post.id, "user".id, 'Hay quá' from posts post, users "user"`);
// Some wrote words that are held or hidden, and others reported them.
for (const { id } of await db.many(z.object({ id: z.number() }), sql`select id from users`)) {
  const text = secret('words', id);
  await db.run(sql`
    insert into comments (school_id, post_id, user_id, text, status, held_for, reason, decided_by) values
      (${ours.schoolId}, ${ours.post}, ${id}, ${text}, 'held', '{word}', null, null),
      (${ours.schoolId}, ${ours.post}, ${id}, ${text}, 'hidden', null, ${text}, ${ours.mod.id})`);
}
await db.run(sql`
  insert into comment_reports (comment_id, user_id, school_id, reason)
  select comment.id, reporter.id, comment.school_id, 'words-cua-' || reporter.id || '-het'
  from comments comment, users reporter
  where comment.status = 'visible' and reporter.role = 'Mod' and comment.user_id <> reporter.id`);
await db.run(sql`update comments set reported_at = now() where status = 'visible'`);
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
  const sheet = makeSheetInput(students);
  const marks = sheet.students.map((mark) => ({ ...mark, note: secret('note', mark.id) }));
  const { status } = await request(app, attendance.save, {
    token: teacher.token,
    params: { id: classId },
    body: { ...sheet, students: marks },
  });
  if (status !== 201) throw new Error(`Saving attendance returned ${status}`);
}

// On days long after those that the access expectations use.
await db.run(sql`
  insert into leave_notes (school_id, student_id, sent_by, first_day, last_day, reason)
  select student.school_id, student.id, ${ours.parent.id}, '2090-09-04', '2090-09-05',
         'note-cua-' || student.id || '-het'
  from users student where student.role = 'Student'`);

/** The ids of all classes, users, posts and schools. */
const ids = new Set<number>();
for (const table of ['classes', 'users', 'posts', 'schools']) {
  for (const id of await db.values(z.number(), sql`select id from ${raw(table)}`)) ids.add(id);
}

/** The leave notes and taught photos of now, and those that the access expectations add. */
const lowIds = Array.from({ length: 60 }, (_, index) => index + 1);

const commentIds = await db.values(z.number(), sql`select id from comments`);

/** The bodies of all access expectations. */
interface Payload {
  headers?: Record<string, string>;
  payload?: string | Buffer;
}

async function createPayloads({ method, path }: Endpoint, given: RowContext): Promise<Payload[]> {
  const bodies = new Set<string>();
  const payloads: Payload[] = [];
  for (const { request } of accessRows[`${method} ${path}`] ?? []) {
    const { body, form } = (await request?.(given)) ?? {};
    if (body) bodies.add(JSON.stringify(body));
    if (form) payloads.push(await encodeForm(form));
  }
  const headers = { 'content-type': 'application/json' };
  return [...payloads, ...[...bodies].map((payload) => ({ headers, payload }))];
}

function listUrls({ path }: Endpoint): string[] {
  const withDate = path.replace('{date}', today);
  // Words with which the names, codes and texts of others begin.
  if (path === search.find.path) return ['code', 'words', 'an'].map((q) => `${path}?q=${q}`);
  if (!withDate.includes('{id}')) return [withDate];
  const named = path.startsWith('/api/comments/')
    ? commentIds
    : /^\/api\/(leave-notes|scanner\/photos)\//.test(path)
      ? lowIds
      : [...ids];
  return named.map((id) => withDate.replace('{id}', String(id)));
}

async function readPost(token: string): Promise<Post> {
  const { body } = await request(app, posts.read, { token, params: { id: ours.post } });
  return body;
}

test.each([
  ['Student', ours.student],
  ['Parent', ours.parent],
] as const)('a %s sees others by name, and their own like', async (_, user) => {
  const post = await readPost(user.token);
  expect(post).toMatchObject({ likes: [secret('code', user.id)], liked: true });
  expect(post.likeCount).toBeGreaterThan(10);
  expect(post.author).toBe(post.author_display);
  for (const comment of post.comments) expect(comment.user).toContain(comment.first_name);
  const { body: unliked } = await request(app, posts.like, {
    token: user.token,
    params: { id: ours.post },
    body: { liked: false },
  });
  expect(unliked).toEqual({ liked: false, likes: [], likeCount: post.likeCount - 1 });
});

test.each([
  ['Student', ours.student, [ours.student.id]],
  ['Parent', ours.parent, [ours.parent.id, ours.student.id, sister.id]],
] as const)(
  'no response of the API reveals private data of others to a %s',
  async (role, user, allowed) => {
    const me = { ...user, username: secret('code', user.id) };
    const unreached: string[] = [];
    const leaks: string[] = [];
    const found = new Set<number>();
    let visited = 0;
    for (const endpoint of endpoints) {
      const { method, access } = endpoint;
      const name = `${method} ${endpoint.path}` as const;
      const hasAccess = access === 'anyone' || access[role] !== undefined;
      // Without access, the request is rejected before its body is read.
      // A request may end its own session.
      const token = await openSession(db, user.id);
      const given = { ...world, db, me: { ...me, token } };
      const created = hasAccess ? await createPayloads(endpoint, given) : [];
      const payloads = created.length > 0 ? created : [{}];
      let isReached = false;
      const authorization = `Bearer ${token}`;
      for (const url of listUrls(endpoint)) {
        for (const { headers, ...body } of payloads) {
          const response = await send(app, endpoint, {
            method,
            url,
            headers: { authorization, ...headers },
            ...body,
          });
          isReached ||= response.statusCode < 300;
          for (const [text, id] of response.payload.matchAll(secretPattern)) {
            found.add(Number(id));
            // Parents do not read the words of their children either.
            const owners: readonly number[] = text.startsWith('words-') ? [user.id] : allowed;
            if (!owners.includes(Number(id))) {
              leaks.push(`${method} ${url}: ${text}`);
            }
          }
        }
      }
      if (isReached !== hasAccess) unreached.push(name);
      visited += 1;
    }
    expect(leaks).toEqual([]);
    // An endpoint without a successful request was not checked: add an access expectation that succeeds.
    expect(unreached).toEqual([]);
    expect(visited).toBe(endpoints.length);
    expect(endpoints.length).toBeGreaterThan(25);
    // The search works: it found their own data.
    expect(found).toEqual(new Set(allowed));
  },
);

test('the search has read memories, and who stands in', async () => {
  const token = await openSession(db, ours.parent.id);
  const { body } = await request(app, memories.list, { token });
  expect(body.classes).toMatchObject([
    { class_id: ours.otherClassId, student_id: sister.id },
    { class_id: ours.otherClassId, student_id: ours.student.id },
  ]);
  const { body: list } = await request(app, classes.list, { token, query: {} });
  expect(list.classes).toMatchObject([{ substitute: { teacher_id: ours.otherTeacher.id } }]);
});

test('the same search finds private data in responses to staff', async () => {
  const response = await app.inject({
    url: `/api/classes/${ours.classId}/attendance/weeks`,
    headers: { authorization: `Bearer ${ours.mod.token}` },
  });
  const foundIds = [...response.payload.matchAll(secretPattern)].map(([, id]) => Number(id));
  expect(new Set(foundIds)).toEqual(new Set([ours.student.id, classmate.id, sister.id]));
  const { likes, comments, author } = await readPost(ours.mod.token);
  expect(likes).toContain(secret('code', classmate.id));
  expect(comments.map(({ user }) => user)).toContain(secret('code', classmate.id));
  expect(author).toBe(secret('code', ours.teacher.id));
});

import { posts } from '@lop-xanh/contract/posts';
import { expect, test } from 'vitest';
import { addPost, addTwoSchools } from '../../testing/people.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const app = await makeTestApp(database);
const { ours } = await addTwoSchools(database);
const readers = [ours.student, ours.parent, ours.mod, ours.otherTeacher];

test('who likes or comments a post in the moment it is deleted is told that it is gone', async () => {
  const statuses: number[] = [];
  for (let round = 0; round < 30; round++) {
    const { schoolId, teacher } = ours;
    await database.db.deleteFrom('comment_times').execute();
    const id = await addPost(database.db, { schoolId, author: teacher, status: 'approved' });
    const of = (person: { token: string }, key: string) => ({
      token: person.token,
      params: { id },
      // With a key the act has a transaction of its own around it.
      headers: (round % 2 ? { 'idempotency-key': `${key}-${id}` } : {}) as Record<string, string>,
    });
    const acts = readers.flatMap((reader) => [
      request(app, posts.like, { ...of(reader, 'like'), body: { liked: true } }),
      request(app, posts.comment, { ...of(reader, 'comment'), body: { text: 'Hay' } }),
    ]);
    const removed = request(app, posts.remove, of(teacher, 'remove'));
    for (const { status } of await Promise.all([...acts, removed])) statuses.push(status);
  }
  expect(statuses).toContain(404);
  expect(statuses.filter((status) => ![200, 201, 404].includes(status))).toEqual([]);
});

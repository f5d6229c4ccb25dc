import { posts } from '@lop-xanh/contract/posts';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { addPost, addTwoSchools } from '../../testing/fixtures.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const app = await makeTestApp(database);
const { ours } = await addTwoSchools(database);
const users = [ours.student, ours.parent, ours.mod, ours.otherTeacher];

test('liking or commenting on a post while it is deleted succeeds or returns 404', async () => {
  const statuses: number[] = [];
  for (let round = 0; round < 30; round++) {
    const { schoolId, teacher } = ours;
    await database.db.run(sql`delete from comment_times`);
    const id = await addPost(database.db, { schoolId, author: teacher, status: 'approved' });
    const requestOptions = (user: { token: string }, key: string) => ({
      token: user.token,
      params: { id },
      // With a key the write runs in an explicit transaction.
      headers: (round % 2 ? { 'idempotency-key': `${key}-${id}` } : {}) as Record<string, string>,
    });
    const reactions = users.flatMap((user) => [
      request(app, posts.like, { ...requestOptions(user, 'like'), body: { liked: true } }),
      request(app, posts.comment, { ...requestOptions(user, 'comment'), body: { text: 'Hay' } }),
    ]);
    const removal = request(app, posts.delete, requestOptions(teacher, 'remove'));
    for (const { status } of await Promise.all([...reactions, removal])) statuses.push(status);
  }
  expect(statuses).toContain(404);
  expect(statuses.filter((status) => ![200, 201, 404].includes(status))).toEqual([]);
});

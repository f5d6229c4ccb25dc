import { type Post, posts } from '@lop-xanh/contract/posts';
import { describe, expect, test } from 'vitest';
import { addTwoSchools } from '../../testing/people.ts';
import { postCalls } from '../../testing/post-calls.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const app = await makeTestApp(database);
const { ours } = await addTwoSchools(database);
const { submit, read, approve, like, say } = postCalls(app, ours);

describe('likes and comments', () => {
  test('a like toggles without a body and is set by one', async () => {
    const { id } = await submit();
    await approve(id);
    expect((await like(ours.student, id)).body).toEqual({
      liked: true,
      likes: [ours.student.username],
      likeCount: 1,
    });
    expect((await like(ours.student, id)).body.liked).toBe(false);
    expect((await like(ours.student, id, { liked: true })).body.liked).toBe(true);
    expect((await like(ours.student, id, { liked: true })).body.liked).toBe(true);
  });

  test('fifty likes at once by one user leave one', async () => {
    const { id } = await submit();
    await approve(id);
    await Promise.all(Array.from({ length: 50 }, () => like(ours.student, id, { liked: true })));
    const { body } = await read(ours.student, id);
    expect(body).toMatchObject({ likeCount: 1, likes: [ours.student.username], liked: true });
  });

  test('fifty toggles at once by one user undo one another', async () => {
    const { id } = await submit();
    await approve(id);
    const all = await Promise.all(Array.from({ length: 50 }, () => like(ours.student, id)));
    expect(all.filter(({ body }) => body.liked)).toHaveLength(25);
    expect((await read(ours.student, id)).body.likeCount).toBe(0);
  });

  test('a like that the server comes to late does not undo what was done since', async () => {
    const { id } = await submit();
    await approve(id);
    const set = (liked: boolean, key: string) =>
      app.inject({
        method: 'POST',
        url: `/api/posts/${id}/like`,
        headers: { authorization: `Bearer ${ours.student.token}`, 'idempotency-key': key },
        payload: { liked },
      });
    expect((await set(true, 'a')).json().liked).toBe(true);
    expect((await set(false, 'b')).json().liked).toBe(false);
    // Answered with what stands now.
    expect((await set(true, 'a')).json()).toEqual({
      liked: false,
      likes: [],
      likeCount: 0,
    });
    expect((await read(ours.student, id)).body.liked).toBe(false);
  });

  test('a feed post has its last ten comments, its own page more of them', async () => {
    const { id } = await submit();
    await approve(id);
    for (let number = 1; number <= 12; number++) await say(ours.parent, id, `Lời ${number}`);
    const feed = await request(app, posts.list, { token: ours.student.token, query: {} });
    const card = feed.body.posts.find((post: Post) => post.id === id);
    expect(card.commentCount).toBe(12);
    expect(card.comments.map((one: { text: string }) => one.text).at(0)).toBe('Lời 3');
    expect(card.comments).toHaveLength(10);
    expect((await read(ours.student, id)).body.comments).toHaveLength(12);
  });

  test('an empty comment is refused, and one on a post that waits', async () => {
    const { id } = await submit();
    expect((await say(ours.teacher, id, 'Xin chào')).status).toBe(403);
    await approve(id);
    expect((await say(ours.teacher, id, '   ')).status).toBe(400);
  });
});

import { type Post, posts } from '@lop-xanh/contract/posts';
import { describe, expect, test } from 'vitest';
import { addTwoSchools } from '../../testing/fixtures.ts';
import { createPostClient } from '../../testing/post-client.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const app = await makeTestApp(database);
const { ours } = await addTwoSchools(database);
const { submit, read, approve, like, addComment } = createPostClient(app, ours);

describe('likes and comments', () => {
  test('a like without a body toggles, one with a body sets the value', async () => {
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

  test('fifty concurrent likes by one user count once', async () => {
    const { id } = await submit();
    await approve(id);
    await Promise.all(Array.from({ length: 50 }, () => like(ours.student, id, { liked: true })));
    const { body } = await read(ours.student, id);
    expect(body).toMatchObject({ likeCount: 1, likes: [ours.student.username], liked: true });
  });

  test('fifty concurrent toggles by one user cancel out', async () => {
    const { id } = await submit();
    await approve(id);
    const all = await Promise.all(Array.from({ length: 50 }, () => like(ours.student, id)));
    expect(all.filter(({ body }) => body.liked)).toHaveLength(25);
    expect((await read(ours.student, id)).body.likeCount).toBe(0);
  });

  test('a repeated like does not undo a later change', async () => {
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
    // The response has the current state.
    expect((await set(true, 'a')).json()).toEqual({
      liked: false,
      likes: [],
      likeCount: 0,
    });
    expect((await read(ours.student, id)).body.liked).toBe(false);
  });

  test('a post has its last ten comments in the feed and more on its own page', async () => {
    const { id } = await submit();
    await approve(id);
    for (let number = 1; number <= 12; number++) await addComment(ours.parent, id, `Lời ${number}`);
    const feed = await request(app, posts.list, { token: ours.student.token, query: {} });
    const card = feed.body.posts.find((post: Post) => post.id === id);
    expect(card.commentCount).toBe(12);
    expect(card.comments.map((comment: { text: string }) => comment.text).at(0)).toBe('Lời 3');
    expect(card.comments).toHaveLength(10);
    expect((await read(ours.student, id)).body.comments).toHaveLength(12);
  });

  test('an empty comment is rejected, and so is one on a pending post', async () => {
    const { id } = await submit();
    expect((await addComment(ours.teacher, id, 'Xin chào')).status).toBe(403);
    await approve(id);
    expect((await addComment(ours.teacher, id, '   ')).status).toBe(400);
  });
});

import { type Comment, comments } from '@lop-xanh/contract/comments';
import { posts } from '@lop-xanh/contract/posts';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  addComment,
  addPost,
  addTwoSchools,
  addUser,
  type TestUser,
} from '../../testing/fixtures.ts';
import { text } from '../../testing/post-client.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const otherServer = await makeTestApp(database);
const { ours } = await addTwoSchools(database);
const { schoolId, mod, teacher, student, parent, post } = ours;
const otherMod = await addUser(database, { role: 'Mod', school_id: schoolId });
const rounds = 15;

const byId = ({ token }: TestUser, id: number, body: object = {}) => ({
  token,
  params: { id },
  body: body as never,
});
const reason = 'Không lịch sự';
const makeComment = (status: Comment['status'] = 'visible') =>
  addComment(db, { postId: post, author: student, status });
const makePost = () => addPost(db, { schoolId, author: teacher, status: 'approved' });
const isReported = (id: number) =>
  db.value(z.boolean(), sql`select reported_at is not null from comments where id = ${id}`);

/** Runs pairs of concurrent requests; each pair must end in one of the allowed outcomes. */
async function race<Outcome>(
  start: () => Promise<Promise<Outcome>[]>,
  check: (outcomes: Outcome[]) => Promise<void> | void,
): Promise<void> {
  for (let round = 0; round < rounds; round++) await check(await Promise.all(await start()));
}

test('of two Mods who decide differently, one wins and the other learns of it', async () => {
  await race(
    async () => {
      const id = await makeComment('held');
      return [
        request(app, comments.approve, byId(mod, id, { version: 1 })),
        request(otherServer, comments.hide, byId(otherMod, id, { version: 1, reason })),
      ];
    },
    (outcomes) => {
      expect(outcomes.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    },
  );
});

test('two Mods who hide the same comment write one decision', async () => {
  let id = 0;
  await race(
    async () => {
      id = await makeComment();
      return [
        request(app, comments.hide, byId(mod, id, { version: 1, reason })),
        request(otherServer, comments.hide, byId(otherMod, id, { version: 1, reason })),
      ];
    },
    async (outcomes) => {
      expect(outcomes.map(({ status, body }) => [status, body.version])).toEqual([
        [200, 2],
        [200, 2],
      ]);
      const entries = sql`select count(*) from audit_log where subject = 'comment' and subject_id = ${id}`;
      expect(await db.value(z.number(), entries)).toBe(1);
    },
  );
});

test('a report while the comment is hidden is closed with it, or is told', async () => {
  let id = 0;
  await race(
    async () => {
      id = await makeComment();
      return [
        request(app, comments.hide, byId(mod, id, { version: 1, reason })),
        request(otherServer, comments.report, byId(parent, id, { reason })),
      ];
    },
    async ([hidden, reported]) => {
      expect(hidden?.status).toBe(200);
      expect([201, 409]).toContain(reported?.status);
      expect(await isReported(id)).toBe(false);
    },
  );
});

test('two reports by the same user count once', async () => {
  await race(
    async () => {
      const id = await makeComment();
      const report = byId(parent, id, { reason });
      return [request(app, comments.report, report), request(otherServer, comments.report, report)];
    },
    (outcomes) => {
      expect(outcomes.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    },
  );
});

test('a comment that is deleted while it is approved is gone', async () => {
  let id = 0;
  await race(
    async () => {
      id = await makeComment('held');
      return [
        request(app, comments.approve, byId(mod, id, { version: 1 })),
        request(otherServer, comments.delete, byId(student, id)),
      ];
    },
    async ([approved, deleted]) => {
      expect([200, 404]).toContain(approved?.status);
      expect(deleted?.status).toBe(200);
      expect(await db.value(z.number(), sql`select count(*) from comments where id = ${id}`)).toBe(
        0,
      );
    },
  );
});

test('of an edit and a withdrawal of the same version, one wins', async () => {
  await race(
    async () => {
      const id = await makePost();
      return [
        request(app, posts.edit, byId(teacher, id, { ...text, version: 1 })),
        request(otherServer, posts.withdraw, byId(mod, id, { version: 1, reason })),
      ];
    },
    (outcomes) => {
      expect(outcomes.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    },
  );
});

test('of two Mods who withdraw a post, the first reason stays', async () => {
  await race(
    async () => {
      const id = await makePost();
      return [mod, otherMod].map((user, index) =>
        request(
          index ? app : otherServer,
          posts.withdraw,
          byId(user, id, { version: 1, reason: user.username }),
        ),
      );
    },
    (outcomes) => {
      const [first, second] = outcomes;
      expect([first?.status, second?.status]).toEqual([200, 200]);
      expect(first?.body.reason).toBe(second?.body.reason);
    },
  );
});

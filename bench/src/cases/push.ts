import { createECDH, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { posts } from '../../../contract/src/posts.ts';
import { type Database, openDatabase } from '../../../server/src/database/database.ts';
import { openSession } from '../../../server/src/features/auth/sessions.service.ts';
import { insertMemberships } from '../generators/memberships.ts';
import type { Case } from '../harness/case.ts';
import { cores, runOnCore } from '../harness/cores.ts';
import { generateLoad } from '../harness/load.ts';
import { startProcess } from '../harness/start-process.ts';

const recipientCount = 10_000;
const feedSeconds = 5;
const timeoutMs = 180_000;
const maxDrainSeconds = 60;
const maxFeedMs = 250;

export const pushCase: Case = {
  name: 'push',
  description: `one post queues ${recipientCount.toLocaleString('en')} push messages, which are sent while the feed is read`,
  async run() {
    const core = cores.server;
    await using databaseProcess = await startProcess('database', {}, core);
    await using app = await startProcess('app', databaseProcess.ready, core);
    const database = openDatabase(databaseProcess.ready);
    await using service = await startPushService();
    const school = await addRecipients(database, service.origin);
    return await runOnCore(cores.load, async () => {
      const feed = { url: app.ready + posts.list.path, headers: school.readerHeaders };
      const readFeed = () =>
        generateLoad(feed, { maxSeconds: feedSeconds, maxRequests: Number.POSITIVE_INFINITY });
      const before = await readFeed();
      const startedAt = performance.now();
      const approval = await fetch(
        app.ready + posts.approve.path.replace('{id}', `${school.postId}`),
        { method: 'PUT', headers: school.modHeaders },
      );
      if (!approval.ok) throw new Error(`The approval failed with status ${approval.status}`);
      const approvalMs = performance.now() - startedAt;
      const [during] = await Promise.all([readFeed(), service.waitForRequests(recipientCount)]);
      const seconds = (performance.now() - startedAt) / 1000;
      await database.close();
      return {
        table: [
          ['', 'figure'],
          ['push messages', recipientCount.toLocaleString('en')],
          ['response to the approval that queues them, ms', approvalMs.toFixed(0)],
          ['until the last one was sent, s', seconds.toFixed(1)],
          ['messages per second', (recipientCount / seconds).toFixed(0)],
          ['the feed before, p95 ms', before.p95.toFixed(0)],
          ['the feed meanwhile, p95 ms', during.p95.toFixed(0)],
        ],
        requirements: [
          {
            text: `${recipientCount} messages were sent within ${seconds.toFixed(1)} s (at most ${maxDrainSeconds})`,
            isMet: seconds <= maxDrainSeconds,
          },
          {
            text: `meanwhile 95 % of the feeds took at most ${during.p95.toFixed(0)} ms (at most ${maxFeedMs})`,
            isMet: during.p95 <= maxFeedMs,
          },
          {
            text: `no browser got a message twice: ${service.countRepeated()}`,
            isMet: service.countRepeated() === 0,
          },
        ],
      };
    });
  },
};

/** Accepts every message. */
async function startPushService() {
  const urls: string[] = [];
  const server = createServer((request, response) => {
    urls.push(request.url as string);
    request.resume();
    response.writeHead(201).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    countRepeated: () => urls.length - new Set(urls).size,
    async waitForRequests(expected: number): Promise<void> {
      const endsAt = performance.now() + timeoutMs;
      while (urls.length < expected) {
        if (performance.now() > endsAt)
          throw new Error(`Only ${urls.length} of ${expected} messages were sent`);
        await new Promise((next) => setTimeout(next, 5));
      }
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Adds a class of students with one browser each, a pending post, and a Mod. */
async function addRecipients({ db, pool }: Database, origin: string) {
  const insertId = async (text: string, values: unknown[] = []) =>
    (await pool.query(`${text} returning id`, values)).rows[0].id as number;
  const schoolId = await insertId(`insert into schools (school_name) values ('TH Rất Lớn')`);
  const classId = await insertId(
    `insert into classes (school_id, year, grade_id, name)
     select school_id, year, 3, 'Lớp lớn' from school_years where school_id = $1`,
    [schoolId],
  );
  const addUser = (role: string, username: string) =>
    insertId(
      `insert into users (school_id, role, username, password_hash, first_name)
       values ($1, $2, $3, '-', 'An')`,
      [schoolId, role, username],
    );
  const modId = await addUser('Mod', 'push.mod');
  const teacherId = await addUser('Teacher', 'push.teacher');
  await pool.query(
    `insert into users (school_id, role, username, password_hash, first_name)
     select $1, 'Student', 'push.' || number, '-', 'An' from generate_series(1, $2) as number`,
    [schoolId, recipientCount],
  );
  await pool.query(
    insertMemberships(
      `select id as user_id, $2::bigint as class_id from users where school_id = $1 and role <> 'Mod'`,
    ),
    [schoolId, classId],
  );
  await pool.query(
    `with session as (
       insert into sessions (token_hash, user_id, expires_at)
       select sha256(convert_to(username, 'UTF8')), id, now() + interval '1 day'
       from users where school_id = $1 and role = 'Student' returning id, user_id
     )
     insert into push_subscriptions (session_id, user_id, endpoint, p256dh, auth)
     select id, user_id, $2 || '/' || id, $3, $4 from session`,
    [
      schoolId,
      origin,
      createECDH('prime256v1').generateKeys('base64url'),
      randomBytes(16).toString('base64url'),
    ],
  );
  const toHeaders = async (id: number) => ({
    authorization: `Bearer ${await openSession(db, id)}`,
  });
  return {
    postId: await insertId(
      `insert into posts (school_id, author_id, class_id, title, content)
       values ($1, $2, $3, 'Tin', 'Tin')`,
      [schoolId, teacherId, classId],
    ),
    modHeaders: await toHeaders(modId),
    readerHeaders: await toHeaders(teacherId),
  };
}

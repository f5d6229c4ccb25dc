import { audit } from '@lop-xanh/contract/audit';
import { lessons } from '@lop-xanh/contract/lessons';
import type { InjectOptions } from 'fastify';
import sql from 'sql-template-tag';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { createSignerLoader } from '../storage/signed-urls.ts';
import {
  addAttachment,
  addPost,
  addTwoSchools,
  addUser,
  findSessionId,
  type TestUser,
} from '../testing/fixtures.ts';
import { makeTestApp } from '../testing/test-app.ts';
import { makeTestDatabase } from '../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const { ours } = await addTwoSchools(database);
const app = await makeTestApp(database);
const { mod, teacher, schoolId } = ours;
const otherMod = await addUser(database, { role: 'Mod', school_id: schoolId });

const post = await addPost(db, { schoolId, author: teacher, status: 'approved' });
const file = await addAttachment(db, { schoolId, postId: post });
const signer = await createSignerLoader(db)();

function authorize({ token }: TestUser) {
  return { authorization: `Bearer ${token}` };
}

async function signFile({ token }: TestUser): Promise<InjectOptions> {
  const session_id = await findSessionId(db, token);
  return { url: signer.sign(`/uploads/posts/${file}`, { session_id }) };
}

/** Makes every statement that reads a table wait until the end of the test. */
async function blockTable(table: string) {
  const client = await database.pool.connect();
  let isBlocked = true;
  const unblock = async () => {
    if (isBlocked) await client.query('rollback');
    if (isBlocked) client.release();
    isBlocked = false;
  };
  onTestFinished(unblock);
  await client.query(`begin; lock table ${table} in access exclusive mode`);
  return unblock;
}

const countBlocked = (table: string) =>
  db.value(
    z.number(),
    sql`
      select count(*)::integer from pg_locks
      where not granted and relation = ${table}::regclass
        and database = (select oid from pg_database where datname = current_database())`,
  );

test.each([
  [
    'reads',
    'lessons',
    4,
    (user: TestUser) => ({ url: lessons.list.path, headers: authorize(user) }),
  ],
  [
    'expensive_reads',
    'audit_log',
    2,
    (user: TestUser) => ({ url: audit.list.path, headers: authorize(user) }),
  ],
  [
    'exports',
    'audit_log',
    2,
    (user: TestUser) => ({ url: audit.exportCsv.path, headers: authorize(user) }),
  ],
  ['lookups of files', 'attachments', 4, signFile],
])(
  'of one user, a few %s run at a time; the others wait briefly, and other users do not',
  async (_, table, max, createRequest) => {
    const [request, otherRequest] = [await createRequest(mod), await createRequest(otherMod)];
    const unblock = await blockTable(table);
    const sent = Array.from({ length: max + 2 }, async () => app.inject(request));
    await expect.poll(() => countBlocked(table)).toBe(max);
    const other = (async () => app.inject(otherRequest))();
    await expect.poll(() => countBlocked(table)).toBe(max + 1);

    const rejected = await Promise.all(sent.slice(-2));
    for (const response of rejected) {
      expect(response?.statusCode).toBe(429);
      expect(response?.json()).toMatchObject({ reason: 'server_busy' });
      expect(Number(response?.headers['retry-after'])).toBeGreaterThan(0);
    }
    await unblock();
    const statuses = (await Promise.all([...sent, other])).map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  },
);

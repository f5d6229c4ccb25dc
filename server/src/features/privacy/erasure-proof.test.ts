import { Writable } from 'node:stream';
import { privacy } from '@lop-xanh/contract/privacy';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { buildApp } from '../../app.ts';
import { createLogger } from '../../http/logger.ts';
import { canaryWords, releaseCanaries } from '../../testing/canaries.ts';
import { afterFile } from '../../testing/cleanup-hooks.ts';
import {
  containsWord,
  dumpTables,
  findInFiles,
  findInTables,
  type TableRow,
} from '../../testing/find-words.ts';
import { addTwoSchools, type TestUser } from '../../testing/fixtures.ts';
import { makeTestStorage, request, testConfig } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';
import { registry } from './erasure-registry.ts';

const database = await makeTestDatabase();
const { db } = database;
const storage = makeTestStorage();
let log = '';
const stream = new Writable({
  write: (chunk, _encoding, done) => {
    log += chunk;
    done();
  },
});
const rateLimits = { perUser: 1e9, perAddress: 1e9 };
const app = await buildApp({
  config: testConfig,
  database,
  storage,
  rateLimits,
  log: createLogger('info', stream),
});
afterFile(() => app.close());
const { ours, admin } = await addTwoSchools(database);
const { schoolId, classId, otherClassId, teacher, student: classmate } = ours;
const cast = { admin, schoolId, classId, otherClassId, teacher, classmate };
const canaries = await releaseCanaries(app, database, cast);

/** Hashes, codes and days: no word can stand there. */
const columnsWithoutWords = [
  'authenticators.secret',
  'cards.pictures',
  'cards.secret_hash',
  'idempotency_keys.fingerprint',
  'idempotency_keys.key_hash',
  'idempotency_keys.reference',
  'login_devices.token_hash',
  'login_tries.origin',
  'moderation_presence.kind',
  'passkey_challenges.challenge',
  'passkeys.credential_id',
  'passkeys.public_key',
  'passkeys.transports',
  'push_subscriptions.auth',
  'push_subscriptions.endpoint',
  'push_subscriptions.p256dh',
  'recovery_codes.code_hash',
  'sessions.device',
  'sessions.opened_by',
  'sessions.token_hash',
  'users.birth_date',
  'users.language',
  'users.muted_kinds',
  'users.password_hash',
  'users.sex',
  // Nobody has been asked for a result yet.
  'data_requests.result',
];

/** The tables whose rows of a person an erasure deletes. */
const deletedTables = Object.entries(registry).flatMap(([table, columns]) =>
  Object.values(columns).includes('deleted') ? [table] : [],
);

/** Erases a person with all mentions and photos, and returns the preview and the result. */
async function erase(subject: TestUser, requester: TestUser, word: string) {
  const filed = await canaries.fileRequest(subject, requester, word);
  const { id, version } = filed;
  const input = { token: admin.token, params: { id } };
  const preview = (await request(app, privacy.previewErasure, input)).body;
  const chosen = {
    mentions: preview.mentions.map(({ kind, id }: { kind: string; id: number }) => ({ kind, id })),
    photos: preview.photos.map((photo: { id: number }) => photo.id),
  };
  const before = await dumpTables(database);
  const erased = await request(app, privacy.erase, { ...input, body: { version, ...chosen } });
  expect(erased.status).toBe(200);
  return { preview, before, after: await dumpTables(database), erased: erased.body };
}

const countOwn = () =>
  db.one(
    z.record(z.string(), z.number()),
    sql`
      select (select count(*) from comments) as comments, (select count(*) from likes) as likes,
             (select count(*) from memberships) as memberships,
             (select count(*) from attendance_records where is_present) as present,
             (select count(*) from attendance_records where not is_present) as absent,
             (select sum(total) from attendance_sheets)::int as total,
             (select count(*) from posts) as posts,
             (select count(*) from photo_consents) as consents,
             (select count(*) from users) as users`,
  );

test('after an erasure no table, file or log line has a word about the person', async () => {
  await canaries.fileRequest(canaries.student, canaries.parent, 'kanary', 'correction');
  const words = Object.values(canaryWords);
  const filled = await dumpTables(database);
  const found = new Set(words.flatMap((word) => findInTables(filled, word)));
  const personal = Object.entries(registry).flatMap(([table, columns]) =>
    Object.entries(columns).flatMap(([column, treatment]) =>
      treatment === 'impersonal' ? [] : [`${table}.${column}`],
    ),
  );
  // The canaries sit in every column that the registry calls personal, and in no other.
  expect([...found].toSorted()).toEqual(
    personal.filter((name) => !columnsWithoutWords.includes(name)).toSorted(),
  );

  const isOf = (person: TestUser) => (row: TableRow) =>
    person.id === (row.user_id ?? row.student_id);
  const counts = await countOwn();
  const { student, parent, mod } = canaries;
  const filledTables = deletedTables.filter((table) =>
    filled[table]?.some((row) => isOf(student)(row) || isOf(mod)(row) || table === 'login_tries'),
  );
  expect(filledTables).toEqual(deletedTables);
  const people = [
    [student, parent, canaryWords.student],
    [parent, parent, canaryWords.parent],
    [mod, admin, canaryWords.mod],
  ] as const;
  for (const [person, requester, word] of people) {
    const { preview, before, after, erased } = await erase(person, requester, word);
    expect(findInTables(after, word)).toEqual([]);
    expect(await findInFiles(storage, word)).toEqual([]);

    expect(deletedTables.filter((table) => after[table]?.some(isOf(person)))).toEqual([]);
    expect(after.users?.find(({ id }) => id === person.id)).toMatchObject({
      username: `erased-${person.id}`,
      password_hash: '',
      full_name: 'Đã xóa',
      language: null,
      birth_date: null,
      sex: null,
      muted_kinds: [],
      status: 'inactive',
    });

    // Whatever changed was about the person.
    const unrelated = Object.entries(before).flatMap(([table, rows]) => {
      const left = new Set(after[table]?.map((row) => JSON.stringify(row)));
      return rows
        .filter((row) => !left.has(JSON.stringify(row)))
        .filter((row) => !Object.values(row).includes(person.id))
        .filter((row) => !containsWord(JSON.stringify(row), word))
        .map((row) => ({ table, ...row }));
    });
    const changedTables = new Set(unrelated.map(({ table }) => table));
    const photosOnly = preview.photos.length > 0 ? ['stored_files'] : [];
    // These rows say whose they are only through another row.
    const indirect = ['notification_changes', 'push_queue'];
    expect([...changedTables].filter((table) => !indirect.includes(table))).toEqual(photosOnly);
    const { mentions: _mentions, photos: _photos, ...removed } = erased.certificate.removed;
    expect(preview.removed).toMatchObject(removed);
    expect(preview.kept).toEqual(erased.certificate.kept);
  }
  expect(await countOwn()).toEqual(counts);
  expect(words.filter((word) => containsWord(log, word))).toEqual([]);
});

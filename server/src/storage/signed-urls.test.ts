import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { makeTestDatabase } from '../testing/test-database.ts';
import { createSignerLoader, type UrlSigner } from './signed-urls.ts';

const { db } = await makeTestDatabase();
const hourMs = 3_600_000;

function signFile(signer: UrlSigner) {
  const url = new URL(signer.sign('aa/x.webp', { session_id: 7 }), 'http://x');
  return Object.fromEntries(url.searchParams);
}

test('a signed URL is valid for at least twelve hours and at most a day, for its file only', async () => {
  const start = Date.UTC(2026, 10, 15, 11, 59);
  let now = start;
  const signer = await createSignerLoader(db, () => now)();
  const query = signFile(signer);
  const sessionAfter = (hours: number) => {
    now = start + hours * hourMs;
    return signer.verify('aa/x.webp', query);
  };
  expect(sessionAfter(0)).toBe(7);
  expect(sessionAfter(12)).toBe(7);
  expect(sessionAfter(24)).toBeUndefined();
  now = start;
  expect(signer.verify('aa/y.webp', query)).toBeUndefined();
  expect(signer.verify('aa/x.webp', { ...query, i: '8' })).toBeUndefined();
  for (const e of ['', 'x', '1e300', String(Number(query.e) + 12 * hourMs)]) {
    expect(signer.verify('aa/x.webp', { ...query, e })).toBeUndefined();
  }
});

test('each month has a key of its own, the same on all servers, and the old ones are deleted', async () => {
  await db.run(sql`insert into secrets values ('file-urls', 'of an earlier version')`);
  let now = Date.UTC(2027, 0, 1);
  const keyNames = () =>
    db.values(z.string(), sql`select name from secrets where name like 'file-urls%' order by name`);
  const [load, loadElsewhere] = [
    createSignerLoader(db, () => now),
    createSignerLoader(db, () => now),
  ];
  const first = await load();
  expect(await load()).toBe(first);
  expect(await keyNames()).toEqual(['file-urls 2027-01']);

  now = Date.UTC(2027, 0, 31, 18);
  const query = signFile(await load());
  expect(await keyNames()).toEqual(['file-urls 2027-01', 'file-urls 2027-02']);
  expect((await loadElsewhere()).verify('aa/x.webp', query)).toBe(7);
  expect(first.verify('aa/x.webp', query)).toBeUndefined();

  now = Date.UTC(2027, 1, 1, 5);
  expect((await load()).verify('aa/x.webp', query)).toBe(7);
  now = Date.UTC(2027, 1, 28, 23);
  const late = await load();
  expect(await keyNames()).toEqual(['file-urls 2027-02', 'file-urls 2027-03']);
  expect(late.verify('aa/x.webp', query)).toBeUndefined();
  expect(late.verify('aa/x.webp', signFile(late))).toBe(7);
});

import { expect, test } from 'vitest';
import { findBrokenInvariants } from './testing/broken-invariants.ts';
import { addUser } from './testing/fixtures.ts';
import { SchoolLife } from './testing/school-life.ts';
import { makeTestApp, makeTestStorage } from './testing/test-app.ts';
import { makeTestDatabase } from './testing/test-database.ts';

/** `npm run lives` runs 200. */
const lifeCount = Number(process.env.LIVES ?? 4);
const actionsPerLife = 80;

const database = await makeTestDatabase();
const app = await makeTestApp(database);
const storage = makeTestStorage();
const admin = await addUser(database, { role: 'Admin' });

test('over four years the schools are as a plain model of them says', {
  timeout: lifeCount * 60_000,
}, async () => {
  const counts = new Map<string, number>();
  for (let seed = 1; seed <= lifeCount; seed++) {
    const life = new SchoolLife({ database, app, admin }, seed);
    await life.live(actionsPerLife);
    for (const [kind, count] of life.counts) counts.set(kind, (counts.get(kind) ?? 0) + count);
  }
  expect(await findBrokenInvariants(database, storage)).toEqual([]);
  const missing = [...counts].filter(([, count]) => count === 0).map(([kind]) => kind);
  expect(missing).toEqual([]);
});

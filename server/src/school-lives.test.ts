import { expect, test } from 'vitest';
import { findBrokenInvariants } from './testing/broken-invariants.ts';
import { SchoolLife } from './testing/school-life.ts';
import { makeTestApp, makeTestStorage } from './testing/test-app.ts';
import { makeTestDatabase } from './testing/test-database.ts';

/** `npm run lives` runs 200. */
const lives = Number(process.env.LIVES ?? 4);
const actionsPerLife = 80;

const database = await makeTestDatabase();
const app = await makeTestApp(database);
const storage = makeTestStorage();

test('the life of a school over four years is what a plain model of it says', {
  timeout: lives * 60_000,
}, async () => {
  const done = new Map<string, number>();
  for (let seed = 1; seed <= lives; seed++) {
    const life = new SchoolLife(database, app, seed);
    await life.live(actionsPerLife);
    for (const [name, times] of life.done) done.set(name, (done.get(name) ?? 0) + times);
  }
  expect(done.size, 'every kind of action has happened').toBe(19);
  expect(await findBrokenInvariants(database, storage)).toEqual([]);
});

import { posts } from '../../../contract/src/posts.ts';
import { type Database, openDatabase } from '../../../server/src/database/database.ts';
import { openSession } from '../../../server/src/http/authentication.ts';
import type { Case } from '../harness/case.ts';
import { cores, stayingOn } from '../harness/cores.ts';
import { listenAs } from '../harness/listen.ts';
import { kilobytesOf } from '../harness/memory.ts';
import { start } from '../harness/start.ts';
import { median } from '../harness/statistics.ts';

const readers = 1000;
const firstReaders = 100;
const rounds = 10;
const patienceMs = 20_000;
const mostMs = 2000;
const mostKilobytes = 100;

export const streams: Case = {
  name: 'streams',
  about: 'a post approved in a class of 1,000, each of whom listens to one server process',
  async run() {
    const core = cores.server;
    await using database = await start('database', {}, core);
    await using app = await start('app', database.ready, core);
    const opened = openDatabase(database.ready);
    const world = await addListeners(opened);
    return await stayingOn(cores.load, async () => {
      const count = { events: 0 };
      const listen = async (from: number, to: number) => {
        for (const token of world.tokens.slice(from, to)) {
          await listenAs(app.ready, token, (events) => {
            count.events += events;
          });
        }
        await reached(count, to);
      };
      // The first ones pay for what is made once.
      await listen(0, firstReaders);
      const before = kilobytesOf(app.pid);
      await listen(firstReaders, readers);
      const after = kilobytesOf(app.pid);

      const durations: number[] = [];
      for (let round = 0; round < rounds; round++) {
        const id = await world.addPost();
        count.events = 0;
        const startedAt = performance.now();
        const { status } = await fetch(app.ready + posts.approve.path.replace('{id}', `${id}`), {
          method: 'PUT',
          headers: { authorization: `Bearer ${world.mod}` },
        });
        if (status !== 200) throw new Error(`the approval was answered ${status}`);
        await reached(count, readers);
        durations.push(performance.now() - startedAt);
      }
      await opened.close();
      const each = (after - before) / (readers - firstReaders);
      const slowest = Math.max(...durations);
      return {
        table: [
          ['', 'figure'],
          ['open streams on one process', readers.toLocaleString('en')],
          ['memory for each, kB', each.toFixed(1)],
          ['memory of the whole process, MB', (after / 1024).toFixed(0)],
          ['from the approval to the last reader, median ms', median(durations).toFixed(0)],
          [`the slowest of ${rounds}, ms`, slowest.toFixed(0)],
        ],
        requirements: [
          {
            text: `an event reached all ${readers} streams ${rounds} times, in ${slowest.toFixed(0)} ms at the longest (at most ${mostMs})`,
            isMet: slowest <= mostMs,
          },
          {
            text: `a stream takes ${each.toFixed(1)} kB (at most ${mostKilobytes})`,
            isMet: each <= mostKilobytes,
          },
        ],
      };
    });
  },
};

/** A class of the readers, and how a post of their teacher comes to wait. */
async function addListeners({ db, pool }: Database) {
  const one = async (text: string, values: unknown[] = []) =>
    (await pool.query(`${text} returning id`, values)).rows[0].id as number;
  const school = await one(`insert into schools (school_name) values ('TH Rất Lớn')`);
  const room = await one(
    `insert into classes (school_id, grade_id, name) values ($1, 3, 'Lớp lớn')`,
    [school],
  );
  const add = (role: string, name: string, classId: number | null) =>
    one(
      `insert into users (school_id, class_id, role, username, password_hash, first_name)
       values ($1, $2, $3, $4, '-', 'An')`,
      [school, classId, role, name],
    );
  const mod = await add('Mod', 'nghe.mod', null);
  const teacher = await add('Teacher', 'nghe.teacher', room);
  const tokens: string[] = [];
  for (let number = 0; number < readers; number++) {
    tokens.push(await openSession(db, await add('Student', `nghe.${number}`, room)));
  }
  return {
    tokens,
    mod: await openSession(db, mod),
    addPost: () =>
      one(
        `insert into posts (school_id, author_id, title, content) values ($1, $2, 'Tin', 'Tin')`,
        [school, teacher],
      ),
  };
}

async function reached(count: { events: number }, wanted: number): Promise<void> {
  const endsAt = performance.now() + patienceMs;
  while (count.events < wanted) {
    if (performance.now() > endsAt) throw new Error(`Only ${count.events} of ${wanted} were told`);
    await new Promise((next) => setTimeout(next, 1));
  }
}

import { posts } from '../../../contract/src/posts.ts';
import { type Database, openDatabase } from '../../../server/src/database/database.ts';
import { openSession } from '../../../server/src/features/auth/sessions.service.ts';
import { insertMemberships } from '../generators/memberships.ts';
import type { Case } from '../harness/case.ts';
import { cores, runOnCore } from '../harness/cores.ts';
import { readMemoryKilobytes } from '../harness/memory.ts';
import { openNotificationStream } from '../harness/notification-stream.ts';
import { startProcess } from '../harness/start-process.ts';
import { median } from '../harness/statistics.ts';

const studentCount = 1000;
const warmUpCount = 100;
const rounds = 10;
const timeoutMs = 20_000;
const maxMs = 2000;
const maxKilobytes = 100;

export const streamsCase: Case = {
  name: 'streams',
  description:
    'a post is approved in a class of 1,000 students who all listen to one server process',
  async run() {
    const core = cores.server;
    await using databaseProcess = await startProcess('database', {}, core);
    await using app = await startProcess('app', databaseProcess.ready, core);
    const database = openDatabase(databaseProcess.ready);
    const listeners = await addListeners(database);
    return await runOnCore(cores.load, async () => {
      const count = { events: 0 };
      const listen = async (from: number, to: number) => {
        for (const token of listeners.tokens.slice(from, to)) {
          await openNotificationStream(app.ready, token, (events) => {
            count.events += events;
          });
        }
        await waitForEvents(count, to);
      };
      // The first streams also pay for one-time allocations.
      await listen(0, warmUpCount);
      const before = readMemoryKilobytes(app.pid);
      await listen(warmUpCount, studentCount);
      const after = readMemoryKilobytes(app.pid);

      const durations: number[] = [];
      for (let round = 0; round < rounds; round++) {
        const id = await listeners.addPendingPost();
        count.events = 0;
        const startedAt = performance.now();
        const { status } = await fetch(app.ready + posts.approve.path.replace('{id}', `${id}`), {
          method: 'PUT',
          headers: { authorization: `Bearer ${listeners.modToken}` },
        });
        if (status !== 200) throw new Error(`The approval failed with status ${status}`);
        await waitForEvents(count, studentCount);
        durations.push(performance.now() - startedAt);
      }
      await database.close();
      const kilobytesPerStream = (after - before) / (studentCount - warmUpCount);
      const slowest = Math.max(...durations);
      return {
        table: [
          ['', 'figure'],
          ['open streams on one process', studentCount.toLocaleString('en')],
          ['memory per stream, kB', kilobytesPerStream.toFixed(1)],
          ['memory of the whole process, MB', (after / 1024).toFixed(0)],
          ['from the approval to the last student, median ms', median(durations).toFixed(0)],
          [`slowest of ${rounds} rounds, ms`, slowest.toFixed(0)],
        ],
        requirements: [
          {
            text: `an event reached all ${studentCount} streams within ${slowest.toFixed(0)} ms in the slowest of ${rounds} rounds (at most ${maxMs})`,
            isMet: slowest <= maxMs,
          },
          {
            text: `a stream takes ${kilobytesPerStream.toFixed(1)} kB (at most ${maxKilobytes})`,
            isMet: kilobytesPerStream <= maxKilobytes,
          },
        ],
      };
    });
  },
};

/** Adds a class of logged-in students, a teacher and a Mod. */
async function addListeners({ db, pool }: Database) {
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
  const modId = await addUser('Mod', 'nghe.mod');
  const teacherId = await addUser('Teacher', 'nghe.teacher');
  const tokens: string[] = [];
  for (let number = 0; number < studentCount; number++) {
    tokens.push(await openSession(db, await addUser('Student', `nghe.${number}`)));
  }
  await pool.query(
    insertMemberships(
      `select id as user_id, $2::bigint as class_id from users where school_id = $1 and role <> 'Mod'`,
    ),
    [schoolId, classId],
  );
  return {
    tokens,
    modToken: await openSession(db, modId),
    addPendingPost: () =>
      insertId(
        `insert into posts (school_id, author_id, class_id, title, content)
         values ($1, $2, $3, 'Tin', 'Tin')`,
        [schoolId, teacherId, classId],
      ),
  };
}

async function waitForEvents(count: { events: number }, expected: number): Promise<void> {
  const endsAt = performance.now() + timeoutMs;
  while (count.events < expected) {
    if (performance.now() > endsAt)
      throw new Error(`Only ${count.events} of ${expected} events arrived`);
    await new Promise((next) => setTimeout(next, 1));
  }
}

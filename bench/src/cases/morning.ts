import { setTimeout as pause } from 'node:timers/promises';
import { brotliDecompressSync } from 'node:zlib';
import sharp from 'sharp';
import { Agent, FormData, request } from 'undici';
import { attendance } from '../../../contract/src/attendance.ts';
import { auth } from '../../../contract/src/auth.ts';
import type { Endpoint } from '../../../contract/src/endpoint.ts';
import { lessons } from '../../../contract/src/lessons.ts';
import { posts } from '../../../contract/src/posts.ts';
import { getVietnamDate } from '../../../contract/src/rules/dates.ts';
import { limits } from '../../../contract/src/rules/limits.ts';
import { openDatabase } from '../../../server/src/database/database.ts';
import { attachToEmbeddedPostgres } from '../../../server/src/database/embedded-postgres.ts';
import { fillMorning, type LoggedInUser } from '../generators/morning.ts';
import type { Case } from '../harness/case.ts';
import { readMemoryKilobytes, trackPeakMemory } from '../harness/memory.ts';
import { openNotificationStream } from '../harness/notification-stream.ts';
import { startProcess } from '../harness/start-process.ts';
import { percentile } from '../harness/statistics.ts';

const morningMs = 60_000;
const photographers = 20;
const openStreams = 200;
/** How long a Mod reads a post before approving it. */
const reviewMs = 2_000;
const maxP95Ms = 500;
const maxIdleMegabytes = 150;
const maxPeakMegabytes = 220;
const maxPrintedErrors = 5;

type Users = Awaited<ReturnType<typeof fillMorning>>;

export const morningCase: Case = {
  name: 'morning',
  description: 'one minute of a morning in five schools, everything on one machine',
  async run() {
    // Nothing is pinned: the server, the database and the clients share the machine.
    await using site = await startProcess('site', null);
    const { address, dataDir, pid } = site.ready;
    const database = openDatabase((await attachToEmbeddedPostgres(dataDir)).connection);
    const users = await fillMorning(database);
    await database.close();
    const idleMegabytes = Math.round(readMemoryKilobytes(pid) / 1024);
    const memory = trackPeakMemory(pid);
    let eventCount = 0;
    const listeners = [...users.mods, ...users.teachers, ...users.students].slice(0, openStreams);
    for (const { token } of listeners) {
      await openNotificationStream(address, token, (events) => {
        eventCount += events;
      });
    }
    const client = new Client(address);
    await runMorning(client, users);
    const peakMegabytes = Math.round(memory.stop() / 1024);
    if (eventCount <= listeners.length) throw new Error('No notification arrived');

    const kinds = [...client.durations].map(([kind, durations]) => ({ kind, durations }));
    const slowest = Math.max(...kinds.map(({ durations }) => percentile(durations, 95)));
    const requestCount = kinds.reduce((sum, { durations }) => sum + durations.length, 0);
    return {
      table: [
        ['', 'requests', 'p50 ms', 'p95 ms', 'longest ms'],
        ...kinds.map(({ kind, durations }) => [
          kind,
          durations.length.toLocaleString('en'),
          ...[50, 95, 100].map((percent) => percentile(durations, percent).toFixed(0)),
        ]),
      ],
      notes: [`${listeners.length} streams were open and received ${eventCount} events.`],
      requirements: [
        {
          text: `${client.errors.length} of ${requestCount.toLocaleString('en')} requests failed (at most 0)`,
          isMet: client.errors.length === 0,
        },
        {
          text: `the slowest kind of request has a p95 of ${slowest.toFixed(0)} ms (at most ${maxP95Ms})`,
          isMet: slowest <= maxP95Ms,
        },
        {
          text: `the server holds ${idleMegabytes} MB before it (at most ${maxIdleMegabytes})`,
          isMet: idleMegabytes <= maxIdleMegabytes,
        },
        {
          text: `the server holds ${peakMegabytes} MB at the peak (at most ${maxPeakMegabytes})`,
          isMet: peakMegabytes <= maxPeakMegabytes,
        },
      ],
    };
  },
};

/** Spreads the users over the morning, and ends when the last one is done. */
async function runMorning(client: Client, { students, teachers, mods }: Users): Promise<void> {
  const photo = new Blob([new Uint8Array(await createPhoto())], { type: 'image/jpeg' });
  const modBySchool = new Map(mods.map((mod) => [mod.school_id, mod]));
  await Promise.all([
    ...spreadOverMorning(students, (student) => readLessons(client, student)),
    ...spreadOverMorning(teachers, (teacher) => {
      const classStudents = students.filter(({ class_id }) => class_id === teacher.class_id);
      return saveAttendance(client, teacher, classStudents);
    }),
    // Reversed, so that few teachers do both at the same moment.
    ...spreadOverMorning(teachers.toReversed().slice(0, photographers), (teacher) =>
      sharePhoto(client, {
        teacher,
        mod: modBySchool.get(teacher.school_id) as LoggedInUser,
        photo,
      }),
    ),
  ]);
}

function spreadOverMorning<T>(users: T[], act: (user: T) => Promise<void>): Promise<void>[] {
  return users.map(async (user, index) => {
    await pause(((index + 0.5) / users.length) * morningMs);
    await act(user);
  });
}

/** The requests of a student who opens the feed, the lessons and one lesson. */
async function readLessons(client: Client, student: LoggedInUser): Promise<void> {
  await client.send('the profile', student, auth.me);
  await client.send('the feed', student, posts.list);
  const response = await client.send('the lessons', student, lessons.list, {
    query: `?grade_id=${student.grade_id}`,
  });
  const id = (response as { lessons: { id: number }[] } | undefined)?.lessons[0]?.id;
  await client.send('a lesson', student, lessons.read, { id });
}

async function saveAttendance(
  client: Client,
  teacher: LoggedInUser,
  students: LoggedInUser[],
): Promise<void> {
  const marks = students.map(({ id }, index) => ({
    id,
    status: index === 3 ? 'absent' : 'present',
  }));
  await client.send('an attendance sheet', teacher, attendance.save, {
    id: teacher.class_id,
    body: JSON.stringify({ week: 1, date: getVietnamDate(new Date()), students: marks }),
  });
}

interface SharePhotoInput {
  teacher: LoggedInUser;
  mod: LoggedInUser;
  photo: Blob;
}

async function sharePhoto(client: Client, { teacher, mod, photo }: SharePhotoInput): Promise<void> {
  const form = new FormData();
  form.set('title', 'Sáng nay ở lớp');
  form.set('content', 'Các con trồng cây ở vườn trường.');
  form.set('attachments', photo, 'vuon.jpg');
  const post = await client.send('a post with a photo', teacher, posts.create, { body: form });
  await pause(reviewMs);
  await client.send('the pending posts', mod, posts.pending);
  const id = (post as { id: number } | undefined)?.id;
  await client.send('an approval', mod, posts.approve, { id });
}

/** As large as the app uploads it; the noise makes its file size realistic. */
function createPhoto(): Promise<Buffer> {
  const [width, height] = [limits.maxPhotoSidePx, (limits.maxPhotoSidePx * 3) / 4];
  const noise = { type: 'gaussian' as const, mean: 140, sigma: 20 };
  return sharp({ create: { width, height, channels: 3, background: '#998', noise } })
    .blur(1.2)
    .jpeg({ quality: 85 })
    .toBuffer();
}

interface RequestInput {
  id?: number | undefined;
  query?: string;
  body?: string | FormData;
}

/** Records the durations and errors of all requests. */
class Client {
  readonly durations = new Map<string, number[]>();
  readonly errors: string[] = [];
  readonly #address;
  readonly #agent = new Agent({ keepAliveTimeout: 10_000 });

  constructor(address: string) {
    this.#address = address;
  }

  async send(
    kind: string,
    { token }: LoggedInUser,
    endpoint: Endpoint,
    { id, query = '', body }: RequestInput = {},
  ): Promise<unknown> {
    const isText = typeof body === 'string';
    const sentAt = performance.now();
    try {
      const path = endpoint.path.replace('{id}', String(id));
      const response = await request(this.#address + path + query, {
        dispatcher: this.#agent,
        method: endpoint.method,
        headers: {
          authorization: `Bearer ${token}`,
          // As browsers do: compression is part of the server's work.
          'accept-encoding': 'br',
          ...(isText && { 'content-type': 'application/json' }),
        },
        body: (body ?? null) as string | null,
      });
      const bytes = Buffer.from(await response.body.arrayBuffer());
      if (response.statusCode >= 300) throw new Error(`status ${response.statusCode}`);
      this.#record(kind, performance.now() - sentAt);
      const isCompressed = response.headers['content-encoding'] === 'br';
      return JSON.parse((isCompressed ? brotliDecompressSync(bytes) : bytes).toString());
    } catch (error) {
      this.#record(kind, performance.now() - sentAt);
      this.errors.push(`${kind}: ${String(error)}`);
      if (this.errors.length <= maxPrintedErrors) console.error(this.errors.at(-1));
      return undefined;
    }
  }

  #record(kind: string, duration: number): void {
    const durations = this.durations.get(kind);
    if (durations) durations.push(duration);
    else this.durations.set(kind, [duration]);
  }
}

import { setTimeout as pause } from 'node:timers/promises';
import { brotliDecompressSync } from 'node:zlib';
import sharp from 'sharp';
import { Agent, FormData, request } from 'undici';
import { attendance } from '../../../contract/src/attendance.ts';
import { auth } from '../../../contract/src/auth.ts';
import type { Endpoint } from '../../../contract/src/endpoint.ts';
import { lessons } from '../../../contract/src/lessons.ts';
import { posts } from '../../../contract/src/posts.ts';
import { dayInVietnam } from '../../../contract/src/rules/dates.ts';
import { limits } from '../../../contract/src/rules/limits.ts';
import { openDatabase } from '../../../server/src/database/database.ts';
import { borrowEmbeddedPostgres } from '../../../server/src/database/embedded-postgres.ts';
import { fillMorning, type Somebody } from '../generators/morning.ts';
import type { Case } from '../harness/case.ts';
import { listenAs } from '../harness/listen.ts';
import { kilobytesOf, watchMemory } from '../harness/memory.ts';
import { start } from '../harness/start.ts';
import { percentile } from '../harness/statistics.ts';

const morningMs = 60_000;
const photographers = 20;
const openStreams = 200;
/** How long a Mod looks at a post before approving it. */
const lookMs = 2_000;
const mostMs = 500;
const mostErrorsShown = 5;

type World = Awaited<ReturnType<typeof fillMorning>>;

export const morning: Case = {
  name: 'morning',
  about: 'one minute of a morning in five schools, everything on one machine',
  async run() {
    // Nothing is kept to a core: server, database and those who ask share the machine.
    await using site = await start('site', null);
    const { address, dataDir } = site.ready;
    const opened = openDatabase((await borrowEmbeddedPostgres(dataDir)).connection);
    const world = await fillMorning(opened);
    await opened.close();
    const idle = kilobytesOf(site.pid);
    const memory = watchMemory(site.pid);
    const news = { events: 0 };
    const listeners = [...world.mods, ...world.teachers, ...world.students].slice(0, openStreams);
    for (const { token } of listeners) {
      await listenAs(address, token, (events) => {
        news.events += events;
      });
    }
    const day = new Day(address);
    await live(day, world);
    const most = memory.most();
    if (news.events <= listeners.length) throw new Error('Nobody was told of anything');

    const megabytes = (kilobytes: number) => (kilobytes / 1024).toFixed(0);
    const kinds = [...day.waits].map(([kind, waits]) => ({ kind, waits }));
    const slowest = Math.max(...kinds.map(({ waits }) => percentile(waits, 95)));
    const asked = kinds.reduce((sum, { waits }) => sum + waits.length, 0);
    return {
      table: [
        ['', 'times', 'p50 ms', 'p95 ms', 'longest ms'],
        ...kinds.map(({ kind, waits }) => [
          kind,
          waits.length.toLocaleString('en'),
          ...[50, 95, 100].map((percent) => percentile(waits, percent).toFixed(0)),
        ]),
      ],
      notes: [
        `Memory of the server: ${megabytes(idle)} MB idle, ${megabytes(most)} MB at the peak.`,
        `${listeners.length} streams were open and were told ${news.events} times.`,
      ],
      requirements: [
        {
          text: `of ${asked.toLocaleString('en')} calls ${day.errors.length} failed (at most 0)`,
          isMet: day.errors.length === 0,
        },
        {
          text: `the slowest kind of call has a p95 of ${slowest.toFixed(0)} ms (at most ${mostMs})`,
          isMet: slowest <= mostMs,
        },
      ],
    };
  },
};

/** Everybody comes at a moment of their own, and the morning is over when the last is done. */
async function live(day: Day, { students, teachers, mods }: World): Promise<void> {
  const photo = new Blob([new Uint8Array(await takePhoto())], { type: 'image/jpeg' });
  const modOf = new Map(mods.map((mod) => [mod.school_id, mod]));
  await Promise.all([
    ...spread(students, (student) => read(day, student)),
    ...spread(teachers, (teacher) => {
      const ofClass = students.filter(({ class_id }) => class_id === teacher.class_id);
      return callRoll(day, teacher, ofClass);
    }),
    // From the last on, so that few do both at one moment.
    ...spread(teachers.toReversed().slice(0, photographers), (teacher) =>
      showPhoto(day, { teacher, mod: modOf.get(teacher.school_id) as Somebody, photo }),
    ),
  ]);
}

function spread<T>(people: T[], come: (one: T) => Promise<void>): Promise<void>[] {
  return people.map(async (one, at) => {
    await pause(((at + 0.5) / people.length) * morningMs);
    await come(one);
  });
}

/** What the app asks for when a student opens the feed, then the lessons, then one of them. */
async function read(day: Day, student: Somebody): Promise<void> {
  await day.ask('who am I', student, auth.me);
  await day.ask('the feed', student, posts.list);
  const found = await day.ask('the lessons', student, lessons.list, {
    query: `?grade_id=${student.grade_id}`,
  });
  const id = (found as { lessons: { id: number }[] } | undefined)?.lessons[0]?.id;
  await day.ask('a lesson', student, lessons.read, { id });
}

async function callRoll(day: Day, teacher: Somebody, students: Somebody[]): Promise<void> {
  const marks = students.map(({ id }, at) => ({ id, status: at === 3 ? 'absent' : 'present' }));
  await day.ask('a roll call', teacher, attendance.save, {
    id: teacher.class_id,
    body: JSON.stringify({ week: 1, date: dayInVietnam(new Date()), students: marks }),
  });
}

interface Showing {
  teacher: Somebody;
  mod: Somebody;
  photo: Blob;
}

async function showPhoto(day: Day, { teacher, mod, photo }: Showing): Promise<void> {
  const form = new FormData();
  form.set('title', 'Sáng nay ở lớp');
  form.set('content', 'Các con trồng cây ở vườn trường.');
  form.set('attachments', photo, 'vuon.jpg');
  const post = await day.ask('a post with a photo', teacher, posts.create, { body: form });
  await pause(lookMs);
  await day.ask('the posts that wait', mod, posts.pending);
  const id = (post as { id: number } | undefined)?.id;
  await day.ask('an approval', mod, posts.approve, { id });
}

/** As large as the app sends one, and as heavy as a real one for its noise. */
function takePhoto(): Promise<Buffer> {
  const [width, height] = [limits.photoSidePx, (limits.photoSidePx * 3) / 4];
  const noise = { type: 'gaussian' as const, mean: 140, sigma: 20 };
  return sharp({ create: { width, height, channels: 3, background: '#998', noise } })
    .blur(1.2)
    .jpeg({ quality: 85 })
    .toBuffer();
}

interface What {
  id?: number | undefined;
  query?: string;
  body?: string | FormData;
}

/** Counts how long everybody waited, and what failed. */
class Day {
  readonly waits = new Map<string, number[]>();
  readonly errors: string[] = [];
  readonly #address;
  readonly #agent = new Agent({ keepAliveTimeout: 10_000 });

  constructor(address: string) {
    this.#address = address;
  }

  async ask(kind: string, { token }: Somebody, call: Endpoint, what: What = {}): Promise<unknown> {
    const { id, query = '', body } = what;
    const isText = typeof body === 'string';
    const askedAt = performance.now();
    try {
      const answer = await request(this.#address + call.path.replace('{id}', String(id)) + query, {
        dispatcher: this.#agent,
        method: call.method,
        headers: {
          authorization: `Bearer ${token}`,
          // As a browser asks: that the server compresses is part of its work.
          'accept-encoding': 'br',
          ...(isText && { 'content-type': 'application/json' }),
        },
        body: (body ?? null) as string | null,
      });
      const bytes = Buffer.from(await answer.body.arrayBuffer());
      if (answer.statusCode >= 300) throw new Error(`answered ${answer.statusCode}`);
      this.#note(kind, performance.now() - askedAt);
      const isPacked = answer.headers['content-encoding'] === 'br';
      return JSON.parse((isPacked ? brotliDecompressSync(bytes) : bytes).toString());
    } catch (error) {
      this.#note(kind, performance.now() - askedAt);
      this.errors.push(`${kind}: ${String(error)}`);
      if (this.errors.length <= mostErrorsShown) console.error(this.errors.at(-1));
      return undefined;
    }
  }

  #note(kind: string, wait: number): void {
    const known = this.waits.get(kind);
    if (known) known.push(wait);
    else this.waits.set(kind, [wait]);
  }
}

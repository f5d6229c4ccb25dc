import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { auth } from '@lop-xanh/contract/auth';
import { type Post, posts } from '@lop-xanh/contract/posts';
import { expect, test } from 'vitest';
import { demoAccounts, demoPassword, secondSchoolAccounts } from './demo/demo-accounts.ts';
import { mostStreamsOfUser } from './features/notifications/unread-hub.ts';
import { afterFile } from './testing/at-end.ts';
import { type AttackName, logInFrom, type Statuses, type Target } from './testing/attacks.ts';
import { type Bystander, type Figures, megabytesOf, watch } from './testing/bystander.ts';
import { hostileTables } from './testing/hostile-tables.ts';
import { fromBuild, makeDataDir, startServerProcess } from './testing/server-process.ts';

/** `npm run attack` floods in earnest on an idle machine; every test run does it in small. */
const isFull = process.env.ATTACK === 'full';
const requests = isFull ? 1500 : 200;
const idleMs = isFull ? 10_000 : 2_000;
/** Below this the factor is noise; a test run shares its two cores with other tests. */
const noiseMs = isFull ? 60 : 1_000;
const mostGrowthMegabytes = 300;

const attackProcess = fileURLToPath(new URL('testing/attack-process.ts', import.meta.url));
const DATA_DIR = makeDataDir({ atEnd: afterFile });
const server = await startServerProcess({ DATA_DIR }, fromBuild, afterFile);
const pid = server.process.pid ?? 0;
const attackers = {
  mod: await attackerOf(demoAccounts.mod),
  student: await attackerOf(demoAccounts.student),
  parent: await attackerOf(demoAccounts.parent),
  teacher: await attackerOf(demoAccounts.teacher),
};
const bystanders = await Promise.all(Object.values(secondSchoolAccounts).map(bystanderOf));
const idle = await watchUntil(wait(idleMs));
const idleMegabytes = megabytesOf(pid);

async function attackerOf({ username }: { username: string }): Promise<Target> {
  const token = await tokenOf(username);
  const postId = (await feedOf(token)).find(({ can }) => can.comment)?.id ?? 0;
  const { address } = server;
  return { address, token, username, password: demoPassword, postId, requests };
}

async function tokenOf(username: string): Promise<string> {
  const { answer } = await logInFrom('127.0.0.1', server.address, {
    username,
    password: demoPassword,
  });
  return answer.token ?? '';
}

async function feedOf(token: string): Promise<Post[]> {
  const response = await fetch(server.address + posts.list.path, {
    headers: { authorization: `Bearer ${token}` },
  });
  return ((await response.json()) as { posts: Post[] }).posts;
}

async function bystanderOf({ username }: { username: string }): Promise<Bystander> {
  const token = await tokenOf(username);
  const photos = (await feedOf(token)).flatMap(({ attachments }) =>
    attachments.flatMap(({ thumb }) => thumb ?? []),
  );
  return { token, paths: [posts.list.path, auth.me.path, ...photos.slice(0, 1)] };
}

function watchUntil(until: Promise<unknown>): Promise<Figures> {
  return watch(server.address, { bystanders, pid, until });
}

/** Runs an attack to its end and holds what the bystanders saw meanwhile to what they saw before. */
async function withstand(name: AttackName, target: Target): Promise<Statuses> {
  const command = ['--conditions=source', '--import', 'tsx', attackProcess];
  // It yields to the server's process: only the server's work is measured.
  const child = spawn(
    'nice',
    ['-n', '19', process.execPath, ...command, name, JSON.stringify(target)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const output = text(child.stdout);
  const seen = await watchUntil(output);
  const statuses = JSON.parse(await output) as Statuses;
  const growth = seen.mostMegabytes - idleMegabytes;
  process.stdout.write(
    `${name}: ${JSON.stringify(statuses)}; ${seen.requests} requests of others, p95 ${seen.p95.toFixed()} ms (idle ${idle.p95.toFixed()} ms), +${growth.toFixed()} MB\n`,
  );
  expect(seen.failures).toEqual([]);
  expect(seen.requests).toBeGreaterThan(0);
  expect(seen.p95).toBeLessThan(Math.max(2 * idle.p95, noiseMs));
  expect(growth).toBeLessThan(mostGrowthMegabytes);
  return statuses;
}

/** Every response was one of these, and each of them came. */
function expectOnly(statuses: Statuses, expected: number[]): void {
  expect(Object.keys(statuses).toSorted()).toEqual(expected.map(String).toSorted());
}

test('hostile tables are refused while others work on', async () => {
  const target = { ...attackers.mod, requests: isFull ? hostileTables.length : 6 };
  const statuses = await withstand('hostile tables', target);
  expect(Object.keys(statuses)).not.toContain('broken');
  for (const status of Object.keys(statuses)) expect(['400', '413', '429']).toContain(status);
});

test('a flood of wrong logins is turned away while others work on', async () => {
  expectOnly(await withstand('wrong logins', attackers.student), [401, 429]);
});

test('a class logging in at once gets in while others see their photos', async () => {
  expectOnly(await withstand('right logins', attackers.parent), [200]);
});

test('a flood of comments is cut off, and the post stays small', async () => {
  const { token, postId } = attackers.student;
  const statuses = await withstand('comments', attackers.student);
  expectOnly(statuses, [201, 429]);
  expect(statuses[201]).toBeLessThanOrEqual(20);
  const path = posts.read.path.replace('{id}', String(postId));
  const response = await fetch(server.address + path, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect((await response.text()).length).toBeLessThan(200_000);
});

test('a user who opens event streams without end keeps a handful', async () => {
  const { open = 0, ...statuses } = await withstand('event streams', attackers.teacher);
  expectOnly(statuses, [200]);
  expect(open).toBeGreaterThan(0);
  expect(open).toBeLessThanOrEqual(mostStreamsOfUser);
});

test('strangers cannot lock a student out, from elsewhere or from the same address', async () => {
  const { username } = demoAccounts.parent;
  const right = { username, password: demoPassword };
  const { answer } = await logInFrom('127.0.0.1', server.address, right);
  const wrong = { username, password: 'đoán-bừa-1' };
  for (let tries = 0; tries < (isFull ? 200 : 30); tries++) {
    await logInFrom('127.0.0.2', server.address, wrong);
    await logInFrom('127.0.0.1', server.address, wrong);
  }
  expect((await logInFrom('127.0.0.2', server.address, right)).status).toBe(429);
  expect((await logInFrom('127.0.0.3', server.address, right)).status).toBe(200);
  const device = answer.device ?? '';
  expect((await logInFrom('127.0.0.1', server.address, { ...right, device })).status).toBe(200);
  const other = { username: demoAccounts.teacher.username, password: demoPassword };
  expect((await logInFrom('127.0.0.1', server.address, other)).status).toBe(200);
});

test('a flood of encoded paths is counted like one of plain paths', async () => {
  const target = { ...attackers.mod, requests: isFull ? 8_000 : 800 };
  // An address without a session has 6,000 a minute.
  expectOnly(await withstand('encoded paths', target), isFull ? [401, 429] : [401]);
});

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ownPassword } from '../first-login.ts';
import { createRequestAs } from '../requests.ts';
import { cleanEnvironment } from '../settings.ts';
import { type APIRequestContext, type Browser, expect } from '../test.ts';
import { startTestServer, type TestServer } from '../test-server.ts';
import { type Clock, createClock } from './clock.ts';
import { addPerson, type Person, type PersonOptions } from './person.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

export interface Child {
  id: number;
  full_name: string;
  username: string;
}

/** What the journey has done itself, to compare with what the server says at the end. */
export interface Ledger {
  /** By week: the ids of the absent students of class 3A. */
  absent: Map<number, number[]>;
  /** The titles of the posts that class 3A can still read. */
  posts: string[];
}

export interface SchoolLife {
  browser: Browser;
  request: APIRequestContext;
  clock: Clock;
  server: TestServer;
  people: Record<string, Person>;
  ledger: Ledger;
  /** Of everybody, on both machines. */
  problems: string[];
  /** The students of class 3A in the order of the sheet. */
  children: Child[];
}

export async function startSchoolLife(
  browser: Browser,
  request: APIRequestContext,
  time: string,
): Promise<SchoolLife> {
  const clock = createClock();
  clock.set(time);
  const server = await startTestServer({ ...clock.environment, DEMO: '0' });
  return {
    browser,
    request,
    clock,
    server,
    people: {},
    ledger: { absent: new Map(), posts: [] },
    problems: [],
    children: [],
  };
}

/** Adds somebody with a device of their own. */
export async function addActor(
  life: SchoolLife,
  name: string,
  options: PersonOptions,
): Promise<Person> {
  const place = { address: life.server.address, now: life.clock.now() };
  const person = await addPerson(life.browser, { ...place, problems: life.problems }, options);
  life.people[name] = person;
  return person;
}

export function actor({ people }: SchoolLife, name: string): Person {
  const person = people[name];
  if (!person) throw new Error(`Nobody is called ${name} yet.`);
  return person;
}

/** Moves the server and all devices to a time in Vietnam, 'YYYY-MM-DD HH:mm'. */
export async function travel(life: SchoolLife, time: string): Promise<void> {
  life.clock.set(time);
  const readServerTime = async () => {
    const response = await life.request.get(`${life.server.address}/api/health`);
    const date = Date.parse(response.headers().date ?? '');
    return Math.abs(date - life.clock.now().getTime());
  };
  await expect.poll(readServerTime).toBeLessThan(5_000);
  for (const person of Object.values(life.people)) await person.setTime(life.clock.now());
}

/** Calls the API as one of the people. */
export async function call(
  { request, server }: SchoolLife,
  username: string,
  method: string,
  path: string,
  data?: unknown,
) {
  const send = createRequestAs(server.address, ownPassword);
  const response = await send(request, username, method, path, data);
  expect(response.ok(), `${method} ${path}: ${await response.text()}`).toBe(true);
  const text = await response.text();
  return text === '' ? undefined : JSON.parse(text);
}

/** Runs one of the operator's commands on a data folder and returns what it prints. */
export async function runCommand(
  { clock }: SchoolLife,
  dataDir: string,
  name: string,
  ...args: string[]
): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [`releases/current/server/dist/commands/${name}.js`, ...args],
    { cwd: root, env: { ...cleanEnvironment, ...clock.environment, DATA_DIR: dataDir } },
  );
  return stdout;
}

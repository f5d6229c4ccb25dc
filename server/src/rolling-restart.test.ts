import { setTimeout as pause } from 'node:timers/promises';
import { site } from '@lop-xanh/contract/site';
import sql from 'sql-template-tag';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { migrate } from './database/migrator.ts';
import { readCatalog } from './testing/catalog.ts';
import { openCheckedDatabase } from './testing/checked-database.ts';
import { findFreePort, startNginx } from './testing/nginx.ts';
import {
  getServerCommand,
  makeDataDir,
  type ServerProcess,
  spawnServer,
  startServerProcess,
} from './testing/server-process.ts';
import { startSteadyLoad } from './testing/steady-load.ts';
import { makeEmptyDatabase, openEmptyDatabase } from './testing/test-database.ts';

/** As docs/OPERATIONS.md says: longer than nginx avoids a server that closed a connection. */
const betweenServersMs = 10_000;

const waiting = { timeout: 60_000 };

/** Three servers behind nginx, on one database. */
async function startThree(command: string[]) {
  const port = await findFreePort();
  const ports = [await findFreePort(), await findFreePort(), await findFreePort()];
  const address = `http://127.0.0.1:${port}`;
  const { url, connection } = await makeEmptyDatabase();
  const environment = {
    DATABASE_URL: url,
    DATA_DIR: makeDataDir(),
    DEMO: '1',
    PUBLIC_URL: address,
    LOG_LEVEL: 'info',
  };
  const environments = ports.map((own) => ({ ...environment, PORT: String(own) }));
  const servers: ServerProcess[] = [];
  for (const each of environments) servers.push(await startServerProcess(each, command));
  const reloadNginx = await startNginx(port, ports);
  await expect.poll(() => fetchStatus(address + site.health.path)).toBe(200);
  const load = await startSteadyLoad(address);

  /** No request failed, and each acknowledged post is there once. */
  const expectNothingLost = async () => {
    const { requests, failures, written } = await load.end();
    process.stdout.write(`${requests} requests, ${written.length} posts\n`);
    expect(failures).toEqual([]);
    expect(requests).toBeGreaterThan(500);
    expect(written.length).toBeGreaterThan(50);
    const { db } = openCheckedDatabase(connection, onTestFinished);
    const found = await db.values(
      z.string(),
      sql`select title from posts where title like 'Bài thử %'`,
    );
    expect(found.toSorted()).toEqual(written.toSorted());
    return db;
  };
  return { servers, environments, reloadNginx, expectNothingLost };
}

const fetchStatus = (url: string) =>
  fetch(url).then(
    ({ status }) => status,
    () => 0,
  );
const countRequests = ({ output }: Pick<ServerProcess, 'output'>) =>
  output().split('incoming request').length - 1;

/** The warnings and errors in a log. */
const findErrors = (output: string) =>
  output.split('\n').filter((line) => /"level":[456]0/.test(line));

async function stop({ process: child, ended }: ServerProcess): Promise<void> {
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
}

/** Needs nginx: `npm run several`. */
test('restarting the servers one by one loses no request and repeats no write', {
  timeout: 300_000,
}, async () => {
  const { servers, environments, expectNothingLost } = await startThree(getServerCommand());
  for (const [index, server] of servers.entries()) {
    await stop(server);
    const restarted = await startServerProcess(environments[index] ?? {});
    await expect.poll(() => countRequests(restarted)).toBeGreaterThan(10);
  }
  await expectNothingLost();
});

/** Also needs the version before, which `npm run several` builds. */
test('upgrading the servers one by one loses no request and repeats no write', {
  timeout: 300_000,
}, async () => {
  const previousCommand = [process.execPath, `${process.env.PREVIOUS_VERSION}/server/dist/main.js`];
  const { servers, environments, reloadNginx, expectNothingLost } =
    await startThree(previousCommand);
  const upgraded: Pick<ServerProcess, 'output'>[] = [];
  const upgrade = async (index: number) => {
    await stop(servers[index] as ServerProcess);
    upgraded.push(spawnServer(environments[index] ?? {}));
  };
  await upgrade(0);
  await pause(betweenServersMs);
  await upgrade(1);
  for (const server of upgraded) await expect.poll(server.output, waiting).toContain('Waiting');
  // nginx avoids the new servers, which have not responded yet.
  reloadNginx();
  await pause(betweenServersMs);
  await upgrade(2);
  for (const server of upgraded) {
    await expect.poll(() => countRequests(server), waiting).toBeGreaterThan(10);
  }
  const db = await expectNothingLost();
  for (const { output } of upgraded) expect(findErrors(output())).toEqual([]);
  const fresh = await openEmptyDatabase();
  await migrate(fresh.connection);
  expect(await readCatalog(db)).toEqual(await readCatalog(fresh.db));

  // What the version before would write, nobody could read any more.
  const late = spawnServer({ ...environments[0], PORT: '0' }, previousCommand);
  expect(await late.ended).not.toBe(0);
  expect(late.output()).toContain('column "name" does not exist');
});

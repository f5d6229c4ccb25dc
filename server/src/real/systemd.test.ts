import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { auth } from '@lop-xanh/contract/auth';
import { scan } from '@lop-xanh/contract/scan';
import { site } from '@lop-xanh/contract/site';
import { expect, test } from 'vitest';
import { demoPassword } from '../demo/demo-accounts.ts';
import { fetchStatus, makePostSender, photo } from '../testing/faulty-server.ts';
import { findFreePort } from '../testing/nginx.ts';
import { bootService, findProcesses } from '../testing/systemd.ts';

/** What the kernel says of a process. */
const readStatus = (pid: number) =>
  Object.fromEntries(
    readFileSync(`/proc/${pid}/status`, 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split(':\t') as [string, string]),
  );

test('under systemd the service does its work within its restrictions, and stops in order', {
  timeout: 240_000,
}, async () => {
  const PORT = String(await findFreePort());
  const address = `http://127.0.0.1:${PORT}`;
  const service = bootService({ PORT, DEMO: '1' });
  const fetchHealth = () => fetchStatus(address, site.health.path).catch(() => 0);
  await expect.poll(fetchHealth, { timeout: 120_000 }).toBe(200);

  // Threads for passwords, photos and scans, and files of uploads.
  const send = async (path: string, body: object, token?: string) => {
    const authorization = token && { authorization: `Bearer ${token}` };
    const headers = { 'content-type': 'application/json', ...authorization };
    const response = await fetch(address + path, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as { token: string } };
  };
  const login = await send(auth.login.path, { username: 'teacher', password: demoPassword });
  const { token } = login.body;
  const sent = await makePostSender({ id: 0, username: 'teacher', token })(address, [photo]);
  expect(sent.response.status).toBe(201);
  const image = `data:image/jpeg;base64,${Buffer.from(await photo.arrayBuffer()).toString('base64')}`;
  expect((await send(scan.analyze.path, { image }, token)).status).toBe(200);

  const [server] = findProcesses('/opt/lop-xanh/server/dist/main.js') as [number];
  const [postgres] = findProcesses('/srv/lop-xanh/data/database') as [number];
  for (const pid of [server, postgres]) {
    expect(readStatus(pid)).toMatchObject({
      NoNewPrivs: '1',
      Seccomp: '2',
      CapEff: '0000000000000000',
      CapBnd: '0000000000000000',
    });
    expect(() => writeFileSync(`/proc/${pid}/root/usr/here`, '')).toThrow('EROFS');
    expect(readdirSync(`/proc/${pid}/root/root`)).toEqual([]);
  }

  await service.stop();
  expect(service.readLog('log')).toContain('Stopping …');
  expect(service.readLog('data/database/postgres.log')).toContain('database system is shut down');
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { makeDataDir } from './server-process.ts';

const documented = new URL('../../../docs/nginx.conf', import.meta.url);

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/** nginx with the file that we tell operators to take, on ports of the test's own and without TLS. */
export async function startNginx(port: number, serverPorts: number[]): Promise<void> {
  const folder = dirname(makeDataDir());
  let site = readFileSync(documented, 'utf8');
  const replace = (what: string | RegExp, by: string) => {
    expect(site).toMatch(what);
    site = site.replaceAll(what, by);
  };
  replace('listen 443 ssl', `listen 127.0.0.1:${port}`);
  replace(/^ *ssl_.*\n/gm, '');
  for (const [at, serverPort] of serverPorts.entries()) {
    replace(`127.0.0.1:300${at + 1}`, `127.0.0.1:${serverPort}`);
  }
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  );
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `daemon off; pid ${folder}/pid; error_log ${folder}/errors; worker_processes 2;
     events {}
     http { access_log off; ${temporary.join(' ')} ${site} }`,
  );
  const child = spawn(process.env.NGINX_BINARY as string, ['-c', file, '-e', `${folder}/errors`], {
    stdio: 'inherit',
  });
  const exited = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await exited;
  });
}

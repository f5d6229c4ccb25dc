import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { makeDataDir } from './server-process.ts';

const documentedConfig = new URL('../../../docs/nginx.conf', import.meta.url);

export async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/**
 * Runs nginx with the configuration we document, on the test's ports and without TLS. Returns a function that
 * reloads it.
 */
export async function startNginx(port: number, serverPorts: number[]): Promise<() => void> {
  const folder = dirname(makeDataDir());
  let site = readFileSync(documentedConfig, 'utf8');
  const replace = (pattern: string | RegExp, replacement: string) => {
    expect(site).toMatch(pattern);
    site = site.replaceAll(pattern, replacement);
  };
  replace('listen 443 ssl', `listen 127.0.0.1:${port}`);
  replace(/^ *ssl_.*\n/gm, '');
  for (const [index, serverPort] of serverPorts.entries()) {
    replace(`127.0.0.1:300${index + 1}`, `127.0.0.1:${serverPort}`);
  }
  site = site.replaceAll(/^ *server 127\.0\.0\.1:300\d .*\n/gm, '');
  const tempPaths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  );
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `daemon off; pid ${folder}/pid; error_log ${folder}/errors; worker_processes 2;
     events {}
     http { access_log off; ${tempPaths.join(' ')} ${site} }`,
  );
  const child = spawn(process.env.NGINX_BINARY as string, ['-c', file, '-e', `${folder}/errors`], {
    stdio: 'inherit',
  });
  const exited = once(child, 'exit');
  onTestFinished(async ({ task }) => {
    child.kill('SIGTERM');
    await exited;
    if (task.result?.state === 'fail') {
      process.stdout.write(readFileSync(`${folder}/errors`, 'utf8'));
    }
  });
  return () => void child.kill('SIGHUP');
}

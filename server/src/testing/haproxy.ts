import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { findFreePort } from './nginx.ts';
import { makeDataDir } from './server-process.ts';

/** Runs haproxy, which leads to the first of these ports that accepts connections. */
export async function startHaproxy(ports: number[]): Promise<number> {
  const port = await findFreePort();
  const file = join(dirname(makeDataDir()), 'haproxy.cfg');
  const servers = ports.map(
    (serverPort, index) =>
      `server s${index} 127.0.0.1:${serverPort} check${index > 0 ? ' backup' : ''}`,
  );
  writeFileSync(
    file,
    `defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
listen postgres
  bind 127.0.0.1:${port}
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
  ${servers.join('\n  ')}
`,
  );
  const child = spawn('/usr/sbin/haproxy', ['-db', '-f', file], { stdio: 'ignore' });
  const exited = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await exited;
  });
  return port;
}

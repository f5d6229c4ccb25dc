import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProcess } from '../harness/run-process.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** As `npm start` runs it. */
const command = ['scripts/with-node.sh', 'releases/current/server/dist/main.js'];

/** The built server with its own PostgreSQL, the demo data and images, restarted after it has created them. */
await runProcess<'site'>(async (_, waitUntilStopped) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'lx-'));
  try {
    // mkdtemp makes the folder private, but as root, PostgreSQL runs as another user.
    chmodSync(dataDir, 0o755);
    await stop((await start(dataDir)).server);
    const { server, address } = await start(dataDir);
    try {
      await waitUntilStopped({ address, dataDir, pid: server.pid as number });
    } finally {
      await stop(server);
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});

async function start(dataDir: string): Promise<{ server: ChildProcess; address: string }> {
  const { PATH, HOME } = process.env;
  const server = spawn('sh', command, {
    cwd: root,
    env: { PATH, HOME, DATA_DIR: dataDir, PORT: '0' },
    // In the same process group: whatever ends the benchmark also stops the server.
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  for await (const chunk of server.stdout
    .setEncoding('utf8')
    .iterator({ destroyOnReturn: false })) {
    output += chunk;
    const address = /ready at (http:\S+)\//.exec(output)?.[1];
    if (!address) continue;
    server.stdout.resume();
    return { server, address };
  }
  throw new Error(`The server did not start:\n${output}`);
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return;
  const exited = once(server, 'exit');
  server.kill('SIGTERM');
  await exited;
}

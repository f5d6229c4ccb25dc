import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../../server/src/config.ts';
import type { startServer } from '../../../server/src/server.ts';
import { runProcess } from '../harness/run-process.ts';

const builtServer = new URL('../../../releases/current/server/dist/server.js', import.meta.url);
const server: { startServer: typeof startServer } = await import(builtServer.href);

/** Everything that `npm start` starts, with the demo data and images. */
await runProcess<'site'>(async (_, waitUntilStopped) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'lx-'));
  try {
    // mkdtemp makes the folder private, but as root, PostgreSQL runs as another user.
    chmodSync(dataDir, 0o755);
    const config = readConfig({ DATA_DIR: dataDir, PORT: '0' });
    const site = await server.startServer(config, () => undefined);
    try {
      await waitUntilStopped({ address: site.address.replace(/\/$/, ''), dataDir });
    } finally {
      await site.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});

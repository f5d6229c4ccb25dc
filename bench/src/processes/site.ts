import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../../server/src/config.ts';
import type { startServer } from '../../../server/src/server.ts';
import { whenStarted } from '../harness/started.ts';

const built = new URL('../../../releases/current/server/dist/server.js', import.meta.url);
const server: { startServer: typeof startServer } = await import(built.href);

/** All that a newcomer's `npm start` starts, with the demo and its pictures in it. */
await whenStarted<'site'>(async (_, untilUnneeded) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'lx-'));
  try {
    // mkdtemp closes the folder to others; as root, PostgreSQL's own user has to get in.
    chmodSync(dataDir, 0o755);
    const config = readConfig({ DATA_DIR: dataDir, PORT: '0' });
    const site = await server.startServer(config, () => undefined);
    try {
      await untilUnneeded({ address: site.address.replace(/\/$/, ''), dataDir });
    } finally {
      await site.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});

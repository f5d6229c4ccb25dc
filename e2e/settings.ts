import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where the journeys' own server listens and keeps its data; both are the run's alone. */
export const port = Number(process.env.E2E_PORT ?? 3399);
export const address = `http://127.0.0.1:${port}`;
/** A second origin, which the server lets call its API. */
export const otherPort = port + 1;
export const otherOrigin = `http://127.0.0.1:${otherPort}`;
/** Where a test's own server listens, for what the shared one must not suffer. */
export const ownPort = port + 2;
export const rollPort = port + 3;
export const progressPort = port + 4;
export const hostilePort = port + 5;
/** From here on one for each worker. */
export const runsPort = port + 10;
export const rollRunsPort = port + 20;
export const dataDir = join(tmpdir(), `lop-xanh-e2e-${port}`, 'data');

/** Ours alone: Chromium's own errands would only fail in a closed network. */
export const chromium = {
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
  ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
};

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from '../scripts/browser.mjs';

const browser = findBrowser();

/** Where the journeys' own server listens and keeps its data; both are the run's alone. */
export const port = Number(process.env.E2E_PORT ?? 3399);
export const address = `http://127.0.0.1:${port}`;
/** A second origin, which the server lets call its API. */
export const otherPort = port + 1;
export const otherOrigin = `http://127.0.0.1:${otherPort}`;
export const dataDir = join(tmpdir(), `lop-xanh-e2e-${port}`, 'data');

/** All that our programs get of the developer's shell: a DATABASE_URL there may be a real school's. */
export const ownEnvironment = { PATH: process.env.PATH, HOME: process.env.HOME };

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
  ...(browser && { executablePath: browser }),
};

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser, findFullBrowser } from '../scripts/browser.mjs';

/** The port and data folder of the journeys' server, used by this run only. */
export const port = Number(process.env.E2E_PORT ?? 3399);
export const address = `http://127.0.0.1:${port}`;
/** A second origin, which the server allows to use its API. */
export const otherPort = port + 1;
export const otherOrigin = `http://127.0.0.1:${otherPort}`;
const folder = join(tmpdir(), `lop-xanh-e2e-${port}`);
export const dataDir = join(folder, 'data');
/** The data folder of a stopped server that has created the demo, made by `serve.mjs`. */
export const demoDir = join(folder, 'demo');

/** The only variables passed on from the developer's shell: a DATABASE_URL there may be a real school's. */
export const cleanEnvironment = { PATH: process.env.PATH, HOME: process.env.HOME };

/** Without Chromium's background requests, which would fail on a closed network. */
const launchOptions = (executablePath: string | undefined) => ({
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
  ...(executablePath && { executablePath }),
});
export const chromium = launchOptions(findBrowser());
export const chromiumWithCamera = launchOptions(findFullBrowser());

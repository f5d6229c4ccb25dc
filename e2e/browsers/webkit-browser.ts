import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { cleanEnvironment } from '../settings.ts';
import { findTarget, type RealBrowser, type Size, type Target } from './real-browser.ts';

/** The key of an element's id in WebDriver. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';
type FoundElement = Record<typeof elementKey, string> | null;

type Paths = Record<'driver' | 'browser' | 'display', string>;

/** WebKitGTK, driven by WebDriver, on a display of its own that nobody sees. */
export async function openWebKit(paths: Paths, size: Size): Promise<RealBrowser> {
  const display = spawn(
    paths.display,
    ['-displayfd', '3', '-screen', '0', '1440x1000x24', '-nolisten', 'tcp'],
    { env: cleanEnvironment, stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  );
  const [number] = await once(display.stdio[3] as NodeJS.ReadableStream, 'data');
  const port = await findFreePort();
  const driver = spawn(paths.driver, [`--port=${port}`], {
    env: { ...cleanEnvironment, DISPLAY: `:${String(number).trim()}` },
    stdio: 'ignore',
  });
  const address = `http://127.0.0.1:${port}`;
  await waitFor(`${address}/status`);
  const { sessionId } = await send<{ sessionId: string }>('POST', `${address}/session`, {
    capabilities: {
      alwaysMatch: {
        'webkitgtk:browserOptions': { binary: paths.browser, args: ['--automation'] },
      },
    },
  });
  const session = `${address}/session/${sessionId}`;
  await send('POST', `${session}/window/rect`, size);

  const run = <T>(script: string, args: unknown[]) =>
    send<T>('POST', `${session}/execute/sync`, { script, args });
  const find = async (target: Target) => {
    const found = await run<FoundElement>(`return (${String(findTarget)})(...arguments)`, [target]);
    return found && `${session}/element/${found[elementKey]}`;
  };
  return {
    open: (url) => send('POST', `${session}/url`, { url }),
    evaluate: (work, ...args) => run(`return (${String(work)})(...arguments)`, args),
    click: async (target) => {
      const element = await find(target);
      if (element) await send('POST', `${element}/click`, {});
      return element !== null;
    },
    type: async (target, text) => {
      const element = await find(target);
      if (element) await send('POST', `${element}/value`, { text });
      return element !== null;
    },
    close: async () => {
      // The driver ends the browser, unless it hangs.
      await send('DELETE', session).catch(() => undefined);
      await Promise.all([driver, display].map(end));
    },
  };
}

async function send<T>(method: string, url: string, body?: unknown): Promise<T> {
  const response = await fetch(url, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const { value } = (await response.json()) as { value: T & { message?: string } };
  if (!response.ok) throw new Error(`${method} ${url}: ${value.message}`);
  return value;
}

async function waitFor(url: string): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`Nothing answers at ${url}.`);
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}

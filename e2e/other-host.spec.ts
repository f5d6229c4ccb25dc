import { execFileSync } from 'node:child_process';
import { createReadStream, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { logIn } from './login.ts';
import { address, otherOrigin, otherPort } from './settings.ts';
import { expect, test } from './test.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

/** A plain file host without the API. */
function serveFiles(folder: string): Server {
  return createServer(({ url = '/' }, response) => {
    const requested = join(folder, new URL(url, otherOrigin).pathname);
    const file =
      extname(requested) && existsSync(requested) ? requested : join(folder, 'index.html');
    response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream');
    createReadStream(file).pipe(response);
  });
}

test('a web app built for an API on another host logs in there and shows its files', async ({
  page,
}) => {
  // The build takes most of the usual time.
  const folder = mkdtempSync(join(tmpdir(), 'lx-web-'));
  execFileSync('npx', ['vite', 'build', 'web', '--outDir', folder, '--logLevel', 'error'], {
    cwd: root,
    env: { ...process.env, VITE_API_HOST: address },
  });
  const files = serveFiles(folder);
  await new Promise<void>((resolve) => files.listen(otherPort, '127.0.0.1', resolve));
  try {
    const headerValues: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.url().startsWith(`${address}/api/`) && request.method() !== 'OPTIONS') {
        headerValues.push(request.headers()['ngrok-skip-browser-warning']);
      }
    });
    await page.goto(`${otherOrigin}/login`);
    await logIn(page, 'student');
    await expect(page).toHaveURL(`${otherOrigin}/`);
    const picture = page.getByRole('article').locator('img').first();
    await expect(picture).toHaveAttribute('src', new RegExp(`^${address}/uploads/`));
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    expect(headerValues.length).toBeGreaterThan(2);
    expect(new Set(headerValues)).toEqual(new Set(['true']));
  } finally {
    files.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

import { messages } from '@lop-xanh/contract/messages';
import { readDeviceStorage } from './device-storage.ts';
import { createGate } from './gate.ts';
import { demoPassword, desktop, openAs, phone } from './login.ts';
import { expect, type Page, test } from './test.ts';

const kilobyte = 1000;

/** Counts the transferred bytes of a page's files from now on, without headers. */
async function measureTransfer(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  const responses = new Map<string, { type: string; headers: number }>();
  const bytes: Record<string, number> = {};
  const encodings = new Set<string | undefined>();
  devtools.on('Network.responseReceived', ({ requestId, type, response }) => {
    responses.set(requestId, { type, headers: response.encodedDataLength });
    if (type === 'Script') encodings.add(response.headers['content-encoding']);
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const { type, headers } = responses.get(requestId) ?? { type: 'Other', headers: 0 };
    bytes[type] = (bytes[type] ?? 0) + encodedDataLength - headers;
  });
  return { bytes, encodings };
}

for (const { name, path, username, script, style } of [
  { name: 'the login page', path: '/login', script: 83.5, style: 5.2 },
  { name: 'a student’s feed', path: '/', username: 'student', script: 129.5, style: 10 },
]) {
  test(`${name} loads at most ${script} kB of script and ${style} kB of style`, async ({
    page,
  }) => {
    await page.setViewportSize(phone);
    // Dialogs and the menu are fetched when the browser is idle, after the first load.
    await page.addInitScript(() => {
      window.requestIdleCallback = () => 0;
    });
    const { bytes, encodings } = await measureTransfer(page);
    if (username) await openAs(page, username, path);
    else await page.goto(path);
    const content = username ? page.getByRole('article') : page.getByLabel('Tên đăng nhập');
    await expect(content.first()).toBeVisible();

    test.info().annotations.push({ type: 'bytes', description: JSON.stringify(bytes) });
    expect([...encodings]).toEqual(['br']);
    expect(bytes.Script).toBeGreaterThan(20 * kilobyte);
    expect(bytes.Script).toBeLessThanOrEqual(script * kilobyte);
    expect(bytes.Stylesheet).toBeGreaterThan(kilobyte);
    expect(bytes.Stylesheet).toBeLessThanOrEqual(style * kilobyte);
  });
}

for (const { screen, username, chunk } of [
  { screen: 'the login page', chunk: 'login-page' },
  { screen: 'a page behind the login', username: 'student', chunk: 'member-pages' },
]) {
  test(`the code of ${screen} is fetched beside the first file, not after it`, async ({ page }) => {
    const isRequested = page.waitForRequest((request) =>
      request.url().includes(`/static/js/${chunk}.`),
    );
    await page.route(/\/static\/js\/index\./, async (route) => {
      await isRequested;
      await route.continue();
    });
    if (username) await openAs(page, username);
    else await page.goto('/login');
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  });
}

for (const { username, asked } of [
  { username: 'student', asked: ['/api/auth/me', '/api/me/today', '/api/posts'] },
  {
    username: 'teacher',
    asked: ['/api/auth/me', '/api/posts?mine=false', '/api/posts?mine=true'],
  },
]) {
  test(`the home of a ${username} asks for its data before the app has loaded, and once`, async ({
    page,
  }) => {
    await openAs(page, username);
    await expect(page.getByRole('article').first()).toBeVisible();
    const sent: string[] = [];
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (asked.includes(pathname + search)) sent.push(pathname + search);
    });
    await page.route(/\/static\/js\/index\./, async (route) => {
      await expect.poll(() => sent.toSorted()).toEqual(asked);
      await route.continue();
    });
    await page.reload();
    await expect(page.getByRole('article').first()).toBeVisible();
    await expect(page.locator('main [role=status]')).toHaveCount(0);
    expect(sent.toSorted()).toEqual(asked);
  });
}

/** Each element below this one with its attributes, in any order, and its own text. */
function describeElements(root: Element): string[] {
  return [...root.querySelectorAll('*')].map((element) => {
    const attributes = [...element.attributes].map(({ name, value }) => `${name}="${value}"`);
    const texts = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
    const text = texts.map(({ nodeValue }) => nodeValue).join('');
    return `${element.tagName} ${attributes.toSorted().join(' ')}: ${text}`;
  });
}

for (const language of ['default', 'vi', 'en']) {
  test(`the login page is shown before the app has loaded, as the app shows it: ${language}`, async ({
    page,
  }) => {
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    // The hint and the demo accounts come with the app.
    await page.route('**/api/welcome', (route) => route.abort());
    await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
    const gate = createGate();
    await page.route(/\/static\/js\//, async (route) => {
      await gate.opened;
      await route.continue();
    });
    await page.goto('/lessons', { waitUntil: 'commit' });
    const main = page.getByRole('main');
    await expect(main.getByRole('textbox')).toHaveCount(2);
    const prerendered = await main.evaluate(describeElements);
    gate.open();
    // React has taken over.
    await expect(page).toHaveURL('/login');
    await expect(page).toHaveTitle(/·/);
    expect(await main.evaluate(describeElements)).toEqual(prerendered);
    expect(errors).toEqual([]);
    // React keeps the attributes that it finds: alone, it renders its own.
    await page.route('**/first-page.js', (route) => route.abort());
    await page.goto('/login');
    await expect(page).toHaveTitle(/·/);
    expect(await main.evaluate(describeElements)).toEqual(prerendered);
  });
}

test('what a user types and sends before the app has loaded is kept', async ({ page }) => {
  const gate = createGate();
  await page.route(/\/static\/js\//, async (route) => {
    await gate.opened;
    await route.continue();
  });
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByLabel('Tên đăng nhập').fill('student');
  const password = page.getByLabel('Mật khẩu', { exact: true });
  await password.fill('sai-mat-khau');
  await password.press('Enter');
  gate.open();
  await expect(page.getByRole('alert')).toContainText(messages.login.wrong);
  await expect(page).toHaveURL('/login');
  await expect(password).toBeFocused();
  await expect(page.getByLabel('Tên đăng nhập')).toHaveValue('student');
  await password.fill(demoPassword);
  await password.press('Enter');
  await expect(page.getByRole('banner')).toContainText('Minh');
});

test('a language that is chosen before the app has loaded is shown', async ({ page }) => {
  const gate = createGate();
  await page.route(/\/static\/js\//, async (route) => {
    await gate.opened;
    await route.continue();
  });
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByText('English', { exact: true }).click();
  gate.open();
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'English' })).toBeFocused();
});

for (const viewport of [phone, desktop]) {
  test(`at ${viewport.width} px the frame of the page is shown before the app has loaded, as large as in the app`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await openAs(page, 'student');
    await expect(page.getByRole('article').first()).toBeVisible();
    const gate = createGate();
    await page.route(/\/static\/js\//, async (route) => {
      await gate.opened;
      await route.continue();
    });
    const measureBars = () =>
      page.locator('[data-app-bar]:visible').evaluateAll((bars) =>
        bars.map((bar) => {
          const { x, y, width, height } = bar.getBoundingClientRect();
          return [x, y, width, height].map(Math.round);
        }),
      );
    await page.reload({ waitUntil: 'commit' });
    await expect(page.locator('#root [role=status]')).not.toHaveCount(0);
    await expect(page.getByRole('textbox')).toHaveCount(0);
    const before = await measureBars();
    expect(before).toHaveLength(2);
    gate.open();
    await expect(page.getByRole('article').first()).toBeVisible();
    expect(await measureBars()).toEqual(before);
  });
}

test('a browser that blocks site data shows what to do', async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) {
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
    }
  });
  await page.goto('/login');
  await expect(page.getByRole('alert')).toContainText('cho phép trang này lưu dữ liệu');
});

test('hashed files are cached forever, the page never, and a missing chunk is a 404', async ({
  page,
}) => {
  const document = await page.goto('/login');
  expect(document?.headers()['cache-control']).toBe('no-cache');
  const script = await page.locator('script[type=module]').getAttribute('src');
  expect(script).toMatch(/^\/static\/js\/[\w-]+\.[\w-]+\.chunk\.js$/);
  const cached = await page.request.get(script as string);
  expect(cached.headers()['cache-control']).toContain('immutable');
  const missing = await page.request.get('/static/js/lessons.00000000.chunk.js', {
    headers: { accept: 'text/html' },
  });
  expect(missing.status()).toBe(404);
  expect(missing.headers()['content-type']).not.toContain('html');
});

test('a chunk that fails to load reloads the page once and then shows an error', async ({
  page,
}) => {
  await openAs(page, 'student');
  await expect(page.getByRole('banner')).toContainText('Minh');
  let isBroken = true;
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await page.route(/\/lessons\.[\w-]+\.chunk\.js/, (route) =>
    isBroken ? route.abort() : route.continue(),
  );
  await page.getByRole('link', { name: messages.navigation.lessons, exact: true }).click();
  await expect(page.getByText(messages.chunk.failed('lessons-page'))).toBeVisible();
  await expect.poll(() => loads).toBe(1);
  isBroken = false;
  await page.getByRole('button', { name: /Tải lại/ }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: messages.navigation.lessons }),
  ).toBeVisible();
});

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('no page logs an error or a warning', async ({ page }) => {
    const consoleMessages: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) consoleMessages.push(message.text());
    });
    page.on('pageerror', (error) => consoleMessages.push(error.message));
    await openAs(page, 'teacher');
    for (const path of ['/', '/profile', '/lessons', '/classes', '/activities', '/help']) {
      await page.goto(path);
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('main [role=status]')).toHaveCount(0);
    }
    expect(consoleMessages).toEqual([]);
  });
});

test('a phone precaches what a student needs offline, and no administration page', async ({
  request,
}) => {
  const worker = await (await request.get('/service-worker.js')).text();
  const isPrecached = (name: string) => new RegExp(`/static/(js|css)/${name}\\.`).test(worker);
  const needed = ['index', 'lessons', 'classes-page', 'scan-page', 'device-worker', 'post-editor'];
  const office = [
    'accounts-page',
    'account-editor',
    'import-dialog',
    'import-page',
    'class-editor',
    'cards-page',
    'card-scanner',
    'substitute-dialog',
    'lessons-management-page',
    'lesson-editor',
    'person-page',
    'student-history-page',
    'teacher-history-page',
    'student-report',
    'audit-page',
    'moderation-page',
    'dashboard-page',
    'school-overview-page',
    'comment-settings-dialog',
    'class-comments-dialog',
  ];
  expect(needed.filter((name) => !isPrecached(name))).toEqual([]);
  expect(office.filter(isPrecached)).toEqual([]);
});

test('a slow phone stores the feed even when it arrives before the first render', async ({
  page,
}) => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 12 });
  await page.setViewportSize(phone);
  await openAs(page, 'student');
  // A slowed browser on a busy machine takes its time.
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect.poll(() => readDeviceStorage(page)).toContain('"posts/pages/list/all"');
});

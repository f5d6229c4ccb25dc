import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Role, roles } from '@lop-xanh/contract/rules/roles';
import { chromiumSeeing, showToCamera } from './fake-camera.ts';
import { screenStates } from './gallery-states.ts';
import { demoUsernames, desktop, openAs, phone } from './login.ts';
import { screens } from './screens.ts';
import { expect, type Page, test } from './test.ts';
import { addEmptySchool } from './test-school.ts';

/** `npm run screens` takes a screenshot of every screen for every role, in every look. */
const folder = fileURLToPath(new URL('../screens/', import.meta.url));

interface Look {
  name: string;
  size: { width: number; height: number };
  colorScheme?: 'dark';
  hasLargeText?: boolean;
}

const looks: Look[] = [
  { name: 'phone', size: phone },
  { name: 'phone-dark', size: phone, colorScheme: 'dark' },
  { name: 'phone-large-text', size: phone, hasLargeText: true },
  { name: 'phone-small', size: { width: 360, height: 640 } },
  { name: 'phone-landscape', size: { width: 844, height: 390 } },
  { name: 'tablet', size: { width: 768, height: 1024 } },
  { name: 'desktop', size: desktop },
  { name: 'desktop-dark', size: desktop, colorScheme: 'dark' },
  { name: 'desktop-large', size: { width: 1920, height: 1080 } },
];
/** States of a page whose requests do not succeed; offline it shows what is stored. */
const failures = ['loading', 'failing', 'offline'] as const;

/** What the screens of a phone show to somebody who has no class and no children yet. */
const newcomers: Role[] = ['Student', 'Parent', 'Teacher', 'Mod'];
const emptyPaths = ['/', '/lessons', '/classes', '/activities', '/memories', '/notifications'];

test.use({ launchOptions: chromiumSeeing });

test.beforeAll(() => {
  mkdirSync(folder, { recursive: true });
  showToCamera(readFileSync(new URL('fixtures/cardboard.jpg', import.meta.url)));
});

const toFileName = (role: Role, path: string) =>
  `${role}${path === '/' ? '-home' : path.replaceAll('/', '-')}`;

/** Nothing is loading any more. */
const expectIdle = (page: Page) =>
  expect(page.locator('main [role=status], main [aria-busy=true]')).toHaveCount(0);

async function takeScreenshot(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: `${folder}${name}.png`, animations: 'disabled' });
}

/** Takes a screenshot in each look, none of which may be wider than the screen. */
async function takeLooks(page: Page, name: string): Promise<void> {
  for (const { name: look, size, colorScheme = 'light', hasLargeText = false } of looks) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme });
    await expect(page.locator(`html[data-mantine-color-scheme=${colorScheme}]`)).toHaveCount(1);
    await page.evaluate(
      (fontSize) => {
        document.documentElement.style.fontSize = fontSize;
      },
      hasLargeText ? '200%' : '',
    );
    const measureWidth = () => page.evaluate(() => document.documentElement.scrollWidth);
    await expect.soft.poll(measureWidth, look).toBeLessThanOrEqual(size.width);
    await takeScreenshot(page, `${name}-${look}`);
  }
}

for (const role of roles) {
  for (const { path, roles } of screens) {
    if (!roles.includes(role)) continue;
    test(`${path} is captured for a ${role}`, async ({ page }) => {
      const name = toFileName(role, path);
      await openAs(page, demoUsernames[role], path);
      await expect(page.locator('main h1')).toBeAttached();
      await expectIdle(page);
      await takeLooks(page, name);
      await page.setViewportSize(phone);
      await page.emulateMedia({ colorScheme: 'light' });
      for (const failure of failures) {
        const isOffline = failure === 'offline';
        await page.route(isOffline ? /\/api\// : /\/api\/(?!auth\/me)/, (route) => {
          if (isOffline) return route.abort();
          if (failure === 'loading') return undefined;
          return route.fulfill({ status: 500, json: { code: 'internal', message: 'x' } });
        });
        // Otherwise the data on the device would be shown, which belongs to the stored profile.
        if (!isOffline) await page.evaluate(() => localStorage.removeItem('profile'));
        await page.reload();
        await expect(page.locator('main h1')).toBeAttached();
        if (failure !== 'loading') await expectIdle(page);
        await takeScreenshot(page, `${name}-${failure}`);
        await page.unrouteAll({ behavior: 'ignoreErrors' });
      }
    });
  }
}

for (const role of newcomers) {
  for (const { path, roles } of screens) {
    if (!roles.includes(role) || !emptyPaths.includes(path)) continue;
    test(`${path} is captured for a new ${role}`, async ({ page, request }) => {
      await page.setViewportSize(phone);
      const school = await addEmptySchool(request);
      const { username } = await school.add(role, 'Mai', { isChangePass: false });
      await openAs(page, username, path);
      await expect(page.locator('main h1')).toBeAttached();
      await expectIdle(page);
      await takeScreenshot(page, `${toFileName(role, path)}-empty`);
    });
  }
}

for (const { name, open } of screenStates) {
  test(`${name} is captured`, async ({ page }) => {
    await page.setViewportSize(phone);
    await open(page);
    await takeLooks(page, name);
  });
}

test('an index page shows all screenshots', () => {
  const lookNames = looks.map(({ name }) => name);
  const rows = [
    ...roles.flatMap((role) =>
      screens
        .filter(({ roles }) => roles.includes(role))
        .map(({ path }) =>
          renderRow(`${role} · ${path}`, toFileName(role, path), [...lookNames, ...failures]),
        ),
    ),
    ...screenStates.map(({ name }) => renderRow(name, name, lookNames)),
  ];
  const style =
    'body{font:16px sans-serif;margin:24px}div{display:flex;gap:16px;overflow-x:auto}figure{margin:0}img{height:420px;border:1px solid #ccc}';
  writeFileSync(
    `${folder}index.html`,
    `<!doctype html><meta charset="utf-8"><title>Screens</title><style>${style}</style>${rows.join('\n')}`,
  );
});

function renderRow(title: string, name: string, variants: string[]): string {
  const pictures = variants.map(
    (variant) =>
      `<figure><img loading="lazy" src="${name}-${variant}.png" alt=""><figcaption>${variant}</figcaption></figure>`,
  );
  return `<h2>${title}</h2><div>${pictures.join('')}</div>`;
}

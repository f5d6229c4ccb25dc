import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Role, roles } from '@lop-xanh/contract/rules/roles';
import { demoUsernames, desktop, openAs, phone } from './login.ts';
import { screens } from './screens.ts';
import { expect, type Page, test } from './test.ts';

/** `npm run screens` takes a screenshot of every screen for every role, in every variant. */
const folder = fileURLToPath(new URL('../screens/', import.meta.url));
const sizes = [phone, { width: 768, height: 1024 }, desktop];
const schemes = ['light', 'dark'] as const;
/** States of a page whose requests do not succeed. */
const failures = ['loading', 'failing'] as const;

test.beforeAll(() => mkdirSync(folder, { recursive: true }));

const toFileName = (role: Role, path: string) =>
  `${role}${path === '/' ? '-home' : path.replaceAll('/', '-')}`;

/** Nothing is loading any more; the timeout leaves time for retries. */
const expectIdle = (page: Page) =>
  expect(page.locator('main [role=status], main [aria-busy=true]')).toHaveCount(0, {
    timeout: 30_000,
  });

async function takeScreenshot(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: `${folder}${name}.png`, animations: 'disabled' });
}

for (const role of roles) {
  for (const { path, roles } of screens) {
    if (!roles.includes(role)) continue;
    test(`${path} is captured for a ${role}`, async ({ page }) => {
      const name = toFileName(role, path);
      await openAs(page, demoUsernames[role], path);
      await expect(page.locator('main h1')).toBeAttached();
      await expectIdle(page);
      for (const size of sizes) {
        await page.setViewportSize(size);
        for (const colorScheme of schemes) {
          await page.emulateMedia({ colorScheme });
          await expect(page.locator(`html[data-mantine-color-scheme=${colorScheme}]`)).toHaveCount(
            1,
          );
          await takeScreenshot(page, `${name}-${size.width}-${colorScheme}`);
        }
      }
      await page.setViewportSize(phone);
      await page.emulateMedia({ colorScheme: 'light' });
      for (const failure of failures) {
        await page.route(/\/api\/(?!auth\/me)/, (route) =>
          failure === 'failing'
            ? route.fulfill({ status: 500, json: { code: 'internal', message: 'x' } })
            : undefined,
        );
        // Otherwise the data on the device would be shown, which belongs to the stored profile.
        await page.evaluate(() => localStorage.removeItem('profile'));
        await page.reload();
        await expect(page.locator('main h1')).toBeAttached();
        if (failure === 'failing') await expectIdle(page);
        await takeScreenshot(page, `${name}-${failure}`);
        await page.unrouteAll({ behavior: 'ignoreErrors' });
      }
    });
  }
}

test('an index page shows all screenshots', () => {
  const rows = roles.flatMap((role) =>
    screens
      .filter(({ roles }) => roles.includes(role))
      .map(({ path }) => {
        const variants = sizes.flatMap(({ width }) =>
          schemes.map((scheme) => `${width}-${scheme}`),
        );
        const pictures = [...variants, ...failures].map(
          (variant) =>
            `<figure><img loading="lazy" src="${toFileName(role, path)}-${variant}.png" alt=""><figcaption>${variant}</figcaption></figure>`,
        );
        return `<h2>${role} · ${path}</h2><div>${pictures.join('')}</div>`;
      }),
  );
  const style =
    'body{font:16px sans-serif;margin:24px}div{display:flex;gap:16px;overflow-x:auto}figure{margin:0}img{height:420px;border:1px solid #ccc}';
  writeFileSync(
    `${folder}index.html`,
    `<!doctype html><meta charset="utf-8"><title>Screens</title><style>${style}</style>${rows.join('\n')}`,
  );
});

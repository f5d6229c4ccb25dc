import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Role, roles } from '@lop-xanh/contract/rules/roles';
import { expect, type Page, test } from '@playwright/test';
import { desktop, enterAs, phone, usernameOf } from './people.ts';
import { screens } from './screens.ts';

/** `npm run screens` takes a picture of every screen for everybody who sees it, in every look. */
const folder = fileURLToPath(new URL('../screens/', import.meta.url));
const sizes = [phone, { width: 768, height: 1024 }, desktop];
const schemes = ['light', 'dark'] as const;
/** What the calls of a page may do beside answering. */
const troubles = ['loading', 'failing'] as const;

test.use({ reducedMotion: 'reduce' });
test.beforeAll(() => mkdirSync(folder, { recursive: true }));

const nameOf = (role: Role, path: string) =>
  `${role}${path === '/' ? '-home' : path.replaceAll('/', '-')}`;

/** Nothing is on its way any more; what failed may have been tried again. */
const isQuiet = (page: Page) =>
  expect(page.locator('main [role=status], main [aria-busy=true]')).toHaveCount(0, {
    timeout: 30_000,
  });

async function take(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: `${folder}${name}.png`, animations: 'disabled' });
}

for (const role of roles) {
  for (const { path, who } of screens) {
    if (!who.includes(role)) continue;
    test(`${role} at ${path}`, async ({ page }) => {
      const name = nameOf(role, path);
      await enterAs(page, usernameOf[role], path);
      await expect(page.locator('main h1')).toBeAttached();
      await isQuiet(page);
      for (const size of sizes) {
        await page.setViewportSize(size);
        for (const colorScheme of schemes) {
          await page.emulateMedia({ colorScheme });
          await expect(page.locator(`html[data-mantine-color-scheme=${colorScheme}]`)).toHaveCount(
            1,
          );
          await take(page, `${name}-${size.width}-${colorScheme}`);
        }
      }
      await page.setViewportSize(phone);
      await page.emulateMedia({ colorScheme: 'light' });
      for (const trouble of troubles) {
        await page.route(/\/api\/(?!auth\/me)/, (route) =>
          trouble === 'failing'
            ? route.fulfill({ status: 500, json: { code: 'internal', message: 'x' } })
            : undefined,
        );
        // What the device remembers would be shown in its place.
        await page.evaluate(() =>
          ['posts', 'classes'].forEach((key) => localStorage.removeItem(key)),
        );
        await page.reload();
        await expect(page.locator('main h1')).toBeAttached();
        if (trouble === 'failing') await isQuiet(page);
        await take(page, `${name}-${trouble}`);
        await page.unrouteAll({ behavior: 'ignoreErrors' });
      }
    });
  }
}

test('the pictures stand on one page', () => {
  const rows = roles.flatMap((role) =>
    screens
      .filter(({ who }) => who.includes(role))
      .map(({ path }) => {
        const looks = sizes.flatMap(({ width }) => schemes.map((scheme) => `${width}-${scheme}`));
        const pictures = [...looks, ...troubles].map(
          (look) =>
            `<figure><img loading="lazy" src="${nameOf(role, path)}-${look}.png" alt=""><figcaption>${look}</figcaption></figure>`,
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

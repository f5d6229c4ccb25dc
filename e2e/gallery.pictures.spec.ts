import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Role } from '@lop-xanh/contract/rules/roles';
import sharp from 'sharp';
import { screenStates } from './gallery-states.ts';
import { demoUsernames, desktop, openAs, phone } from './login.ts';
import { expect, type Page, test } from './test.ts';

/** `npm run screens` also takes the pictures of the README and the guides, as small files. */
interface Picture {
  name: string;
  size: { width: number; height: number };
  colorScheme?: 'dark';
  open: (page: Page) => Promise<void>;
}

const openAsRole = (role: Role, path: string) => (page: Page) =>
  openAs(page, demoUsernames[role], path);

const pictures: Picture[] = [
  { name: 'student-home-phone', size: phone, open: openAsRole('Student', '/') },
  { name: 'lessons-phone', size: phone, open: openAsRole('Student', '/lessons') },
  { name: 'scan-phone', size: phone, open: getState('Student-scan-answer') },
  { name: 'parent-home-phone', size: phone, colorScheme: 'dark', open: openAsRole('Parent', '/') },
  {
    name: 'attendance-phone',
    size: phone,
    colorScheme: 'dark',
    open: openAsRole('Parent', '/classes'),
  },
  { name: 'roll-phone', size: phone, open: getState('Teacher-roll') },
  { name: 'moderation-desktop', size: desktop, open: openAsRole('Mod', '/admin/moderation') },
  { name: 'attendance-desktop', size: desktop, open: openAsRole('Mod', '/admin/attendance') },
  { name: 'dashboard-desktop', size: desktop, open: openAsRole('Admin', '/admin') },
];

function getState(name: string): Picture['open'] {
  const state = screenStates.find((candidate) => candidate.name === name);
  if (!state) throw new Error(`There is no state '${name}'.`);
  return state.open;
}

for (const { name, size, colorScheme = 'light', open } of pictures) {
  test(`the picture ${name} of the guides is taken`, async ({ page }) => {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme });
    await open(page);
    await expect(page.locator('main h1')).toBeAttached();
    await expect(page.locator('main [role=status], main [aria-busy=true]')).toHaveCount(0);
    await page.evaluate(() => document.fonts.ready);
    const isDrawn = () =>
      [...document.images]
        .filter((image) => image.getBoundingClientRect().top < window.innerHeight)
        .every(({ complete }) => complete);
    await expect.poll(() => page.evaluate(isDrawn)).toBe(true);
    const screenshot = await page.screenshot({ animations: 'disabled' });
    const small = await sharp(screenshot)
      .png({ palette: true, colours: 96, effort: 10 })
      .toBuffer();
    const file = new URL(`../docs/pictures/${name}.png`, import.meta.url);
    writeFileSync(fileURLToPath(file), small);
  });
}

import { AxeBuilder } from '@axe-core/playwright';
import { messages } from '@lop-xanh/contract/messages';
import { type Role, roles } from '@lop-xanh/contract/rules/roles';
import { expect, type Page, test } from '@playwright/test';
import { desktop, enterAs, phone, usernameOf } from './people.ts';
import { row } from './roll.ts';
import { screens } from './screens.ts';

/** `npm run accessibility` looks at every screen of every role in every way; otherwise each has one, by its place. */
const isThorough = process.env.EVERY_LOOK !== undefined;

/** Each kind of screen, with somebody who sees most of it. */
const somePages: Record<Role, string[]> = {
  Admin: [
    '/admin',
    '/admin/accounts?tab=moderators',
    '/admin/lessons',
    '/admin/student-history',
    '/admin/audit',
  ],
  Mod: ['/', '/admin/teacher-history', '/classes'],
  Teacher: ['/activities', '/posts/6', '/profile'],
  Student: ['/', '/lessons', '/lessons/3/week/1', '/scan-app/scan', '/notifications', '/help'],
  Parent: ['/classes'],
};

const pagesOf = (role: Role) =>
  isThorough
    ? screens.filter(({ who }) => who.includes(role)).map(({ path }) => path)
    : somePages[role];

test.use({ reducedMotion: 'reduce' });

const looks = [phone, desktop, { width: 768, height: 1024 }].flatMap((size) => [
  { size, colorScheme: 'light' as const },
  { size, colorScheme: 'dark' as const },
]);

async function expectNoSeriousFinding(page: Page, place: number, leastPx?: number): Promise<void> {
  const turn = place % looks.length;
  const chosen = isThorough ? looks : looks.slice(turn, turn + 1);
  for (const { size, colorScheme } of chosen) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme });
    await expect(page.locator(`html[data-mantine-color-scheme=${colorScheme}]`)).toHaveCount(1);
    const { violations, passes } = await new AxeBuilder({ page }).analyze();
    expect(passes.length).toBeGreaterThan(0);
    const findings = violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' | ')}`);
    const look = `${page.url()} at ${size.width} px, ${colorScheme}`;
    expect(findings, look).toEqual([]);
    if (leastPx === undefined) continue;
    // A page that was just made narrower takes a moment to be drawn so.
    await expect.poll(() => page.evaluate(outOfReach, leastPx), look).toEqual([]);
  }
}

const leastPx = (role: Role) => (role === 'Student' || role === 'Parent' ? 44 : 24);

/** What on the page is too small for a finger, or comes up under no key. Runs in the page. */
function outOfReach(leastPx: number): string[] {
  const controls = 'a[href], button, input, select, textarea, summary, [role=tab]';
  const all = [...document.querySelectorAll<HTMLElement>(controls)].filter((one) => {
    const { width, height, bottom } = one.getBoundingClientRect();
    const isShown = width > 1 && height > 1 && bottom > 0 && one.checkVisibility();
    return isShown && getComputedStyle(one).opacity !== '0' && !one.closest('[aria-hidden=true]');
  });
  const isTooSmall = (one: HTMLElement) => {
    const { width, height } = one.getBoundingClientRect();
    // A link among words is as high as they are; a post is opened by all of its card, not by its title alone.
    const isAmongWords = getComputedStyle(one).display === 'inline';
    return !isAmongWords && Math.min(width, height) < leastPx - 0.5;
  };
  const isBeyondKeys = (one: HTMLElement) => {
    // In what the arrow keys go through, one of its controls is enough.
    const others = one
      .closest('[role=tablist], [role=grid]')
      ?.querySelectorAll<HTMLElement>(controls);
    const isWithin = [...(others ?? [])].some(({ tabIndex }) => tabIndex >= 0);
    return one.tabIndex < 0 && !one.matches(':disabled') && !isWithin;
  };
  return all
    .filter((one) => isTooSmall(one) || isBeyondKeys(one))
    .map((one) => one.outerHTML.slice(0, 120));
}

/** Every look of a page takes its time. */
test.describe.configure({ timeout: 60_000 * 3 });

test('the login page has no serious finding', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByRole('button', { name: /^admin / })).toBeVisible();
  await expectNoSeriousFinding(page, 0);
});

for (const [at, role] of roles.entries()) {
  test(`no page of a ${role} has a serious finding, and all of it is in reach`, async ({
    page,
  }) => {
    test.setTimeout(60_000 * pagesOf(role).length);
    await enterAs(page, usernameOf[role]);
    for (const [place, path] of pagesOf(role).entries()) {
      await page.goto(path);
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('main [role=status]')).toHaveCount(0);
      await expectNoSeriousFinding(page, at + place, leastPx(role));
    }
  });
}

test('a dialog has no serious finding', async ({ page }) => {
  await enterAs(page, 'student', '/admin/accounts');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNoSeriousFinding(page, 1);
});

test('the lesson editor has no serious finding', async ({ page }) => {
  await enterAs(page, 'admin', '/admin/lessons');
  await page.getByRole('button', { name: /^Sửa / }).first().click();
  const editor = page.getByRole('dialog');
  await editor
    .getByRole('button', { name: /^Tuần 1\b/ })
    .first()
    .click();
  await editor.getByLabel('Tên bài', { exact: true }).fill('');
  await editor.getByRole('button', { name: 'Lưu' }).click();
  await expect(editor.getByText(messages.lessons.weekTitleRequired)).toBeVisible();
  await expectNoSeriousFinding(page, 2);
});

test('the forms and sheets of administration have no serious finding', async ({ page }) => {
  await enterAs(page, 'admin', '/admin/accounts?tab=students');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Create student' }).click();
  await dialog.getByRole('button', { name: 'Lưu' }).click();
  await expect(dialog.getByText(messages.accounts.usernameTooShort)).toBeVisible();
  await expectNoSeriousFinding(page, 3);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Import' }).click();
  const buffer = Buffer.from('Tên đăng nhập,Tên\nx,');
  const file = { name: 'bảng.csv', mimeType: 'text/csv', buffer };
  await dialog.locator('input[type=file]').setInputFiles(file);
  await expect(dialog.getByRole('table')).toBeVisible();
  await expectNoSeriousFinding(page, 4);
  await page.keyboard.press('Escape');
  await page
    .getByRole('link', { name: /^Lịch sử của/ })
    .first()
    .click();
  await page.getByRole('button', { name: messages.history.viewReport }).click();
  await expect(page.getByRole('article')).toBeVisible();
  await expectNoSeriousFinding(page, 5);
});

test('no sheet of attendance has a serious finding', async ({ page }) => {
  await enterAs(page, 'mod');
  for (const path of ['/classes?view=year', '/classes?week=35']) {
    await page.goto(path);
    await expect(
      page.getByRole('table').or(page.getByText(messages.attendance.none)),
    ).toBeVisible();
    await expectNoSeriousFinding(page, 6);
  }
});

test('a roll call under way has no serious finding', async ({ page }) => {
  await page.setViewportSize(desktop);
  await enterAs(page, 'teacher', '/classes?week=35');
  await expect(row(page, 1)).toBeFocused();
  for (const key of ['p', 'a', 'v']) await page.keyboard.press(key);
  await row(page, 3)
    .getByRole('button', { name: /^Ghi chú/ })
    .click();
  await expect(row(page, 3).getByRole('textbox')).toBeFocused();
  await expectNoSeriousFinding(page, 7);
});

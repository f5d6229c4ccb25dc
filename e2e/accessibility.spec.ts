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

async function expectNoSeriousFinding(page: Page, place: number): Promise<void> {
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
    expect(findings, `${page.url()} at ${size.width} px, ${colorScheme}`).toEqual([]);
  }
}

test('the login page has no serious finding', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByRole('button', { name: /^admin / })).toBeVisible();
  await expectNoSeriousFinding(page, 0);
});

for (const [at, role] of roles.entries()) {
  test(`no page of a ${role} has a serious finding`, async ({ page }) => {
    test.setTimeout(60_000 * pagesOf(role).length);
    await enterAs(page, usernameOf[role]);
    for (const [place, path] of pagesOf(role).entries()) {
      await page.goto(path);
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('main [role=status]')).toHaveCount(0);
      await expectNoSeriousFinding(page, at + place);
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

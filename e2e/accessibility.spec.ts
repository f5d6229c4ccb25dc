import { messages } from '@lop-xanh/contract/messages';
import { type Role, roles } from '@lop-xanh/contract/rules/roles';
import { studentRow } from './attendance.ts';
import { expectAccessible } from './axe.ts';
import { drawBatteries } from './battery-photos.ts';
import { findInaccessibleControls } from './controls.ts';
import { demoUsernames, desktop, navigateTo, openAs, phone } from './login.ts';
import { requestAs } from './requests.ts';
import { screens } from './screens.ts';
import { expect, type Page, test } from './test.ts';
import { addTestSchool } from './test-school.ts';

/** `npm run accessibility` checks every screen of every role in every variant; otherwise each gets one variant in turn. */
const isThorough = process.env.EVERY_LOOK !== undefined;

/** Each kind of screen, with a role that sees most of it. */
const somePages: Record<Role, string[]> = {
  Admin: [
    '/admin',
    '/admin/accounts?tab=moderators',
    '/admin/lessons',
    '/admin/lessons/3/edit?week=1',
    '/admin/student-history',
    '/admin/people/55',
    '/admin/audit',
    '/admin/reports',
    '/admin/privacy',
  ],
  Mod: [
    '/',
    '/admin/overview',
    '/admin/attendance',
    '/admin/teacher-history',
    '/admin/people/20',
    '/classes',
    '/admin/school-year',
    '/admin/import',
    '/admin/moderation',
  ],
  Teacher: [
    '/activities',
    '/posts/9',
    '/profile',
    '/classes?view=students',
    '/cards',
    '/classes?week=35&view=roll',
    '/teach',
    '/classes/5/report',
  ],
  Student: [
    '/',
    '/lessons',
    '/lessons/3/week/1',
    '/scan-app/scan',
    '/teach',
    '/notifications',
    '/help',
  ],
  Parent: ['/classes', '/memories'],
};

const listPages = (role: Role) =>
  isThorough
    ? screens.filter(({ roles }) => roles.includes(role)).map(({ path }) => path)
    : somePages[role];

const wide = { width: 1920, height: 1080 };
const variants = [phone, desktop, { width: 768, height: 1024 }, wide].flatMap((size) => [
  { size, colorScheme: 'light' as const },
  { size, colorScheme: 'dark' as const },
]);

async function expectNoFindings(page: Page, index: number, minTargetPx?: number): Promise<void> {
  const turn = index % variants.length;
  const chosen = isThorough ? variants : variants.slice(turn, turn + 1);
  for (const { size, colorScheme } of chosen) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme });
    await expect(page.locator(`html[data-mantine-color-scheme=${colorScheme}]`)).toHaveCount(1);
    const variant = `${page.url()} at ${size.width} px, ${colorScheme}`;
    await expectAccessible(page, variant);
    if (minTargetPx === undefined) continue;
    // The layout takes a moment to follow a new viewport size.
    await expect
      .poll(() => page.evaluate(findInaccessibleControls, minTargetPx), variant)
      .toEqual([]);
  }
}

const minTargetPx = (role: Role) => (role === 'Student' || role === 'Parent' ? 44 : 24);

test('the login pages have no finding of axe', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByRole('button', { name: /^admin / })).toBeVisible();
  await expectNoFindings(page, 2);
  await page.goto('/card');
  await expect(page.getByRole('button', { name: 'Thử lại' })).toBeVisible();
  await expectNoFindings(page, 1, minTargetPx('Student'));
});

for (const [roleIndex, role] of roles.entries()) {
  test(`no page of a ${role} has a finding of axe or an unreachable control`, async ({ page }) => {
    test.setTimeout(60_000 * listPages(role).length);
    await openAs(page, demoUsernames[role]);
    for (const [pageIndex, path] of listPages(role).entries()) {
      await navigateTo(page, path);
      await expect(page.locator('main [role=status]')).toHaveCount(0);
      await expectNoFindings(page, roleIndex + pageIndex, minTargetPx(role));
    }
  });
}

test('the pages of the office use the width of a large screen', async ({ page }) => {
  await page.setViewportSize(wide);
  await openAs(page, 'mod', '/admin/overview');
  const officePages = [
    '/admin/overview',
    '/admin/attendance',
    '/admin/reports',
    '/admin/accounts?tab=students',
    '/admin/people/20',
    '/admin/student-history',
  ];
  for (const path of officePages) {
    await navigateTo(page, path);
    await expect(page.locator('main [role=status]')).toHaveCount(0);
    const widest = () =>
      page.evaluate(() => {
        const parts = [...document.querySelectorAll('main section, main table')];
        const edges = parts.map((part) => part.getBoundingClientRect());
        return (
          Math.max(...edges.map(({ right }) => right)) - Math.min(...edges.map(({ left }) => left))
        );
      });
    await expect.poll(widest, path).toBeGreaterThan(1_500);
    const isCut = await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
    expect(isCut, path).toBe(false);
  }
});

test('a dialog has no finding of axe', async ({ page }) => {
  await openAs(page, 'student', '/admin/accounts');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNoFindings(page, 1);
});

test('the lesson editor has no finding of axe', async ({ page }) => {
  await openAs(page, 'admin', '/admin/lessons');
  await page.getByRole('link', { name: /^Sửa / }).first().click();
  const editor = page.getByRole('dialog');
  await editor
    .getByRole('button', { name: /^Tuần 1\b/ })
    .first()
    .click();
  await editor.getByLabel('Tên bài', { exact: true }).fill('');
  await editor.getByRole('button', { name: 'Lưu' }).click();
  await expect(editor.getByText(messages.lessons.weekTitleRequired)).toBeVisible();
  await expectNoFindings(page, 2);
});

test('the administration forms and reports have no finding of axe', async ({ page }) => {
  // Another test may add a school that comes first.
  await openAs(page, 'admin', '/admin/accounts?school=1&tab=students');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Thêm học sinh' }).click();
  await dialog.getByRole('button', { name: 'Lưu' }).click();
  await expect(dialog.getByText(messages.accounts.usernameTooShort)).toBeVisible();
  await expectNoFindings(page, 3);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  // By keyboard: the first item has the focus, which returns to the button.
  const menuButton = page.getByRole('button', { name: /^Việc khác với/ }).first();
  const items = page.getByRole('menuitem');
  await menuButton.press('Enter');
  await expect(items.first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(items.nth(1)).toBeFocused();
  await expectNoFindings(page, 3);
  await page.keyboard.press('Escape');
  await expect(items).toHaveCount(0);
  await expect(menuButton).toBeFocused();
  await menuButton.click();
  await page.getByRole('menuitem', { name: 'Rời trường…' }).click();
  await expect(dialog.getByLabel('Ngày học cuối cùng')).toBeVisible();
  await expectNoFindings(page, 4);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page
    .getByRole('button', { name: /^Việc khác với/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Đồng ý đăng ảnh…' }).click();
  await expect(dialog.getByLabel('Ngày ký')).toBeVisible();
  await expectNoFindings(page, 4);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.getByRole('link', { name: 'Nhập', exact: true }).click();
  const lines = ['Họ và tên,Ngày sinh,Lớp', 'Lê An,2018,3a', 'Lê Bình,1/2/2018,9z', 'Lê An,,3A'];
  const buffer = Buffer.from(lines.join('\n'));
  const file = { name: 'bảng.csv', mimeType: 'text/csv', buffer };
  await page.getByRole('main').locator('input[type=file]').setInputFiles(file);
  await expect(page.getByRole('heading', { name: 'Vấn đề' })).toBeVisible();
  await expectNoFindings(page, 4);
  await page.goBack();
  await page
    .getByRole('link', { name: /^Lịch sử của/ })
    .first()
    .click();
  await page.getByRole('button', { name: messages.history.viewReport }).click();
  await expect(page.getByRole('article')).toBeVisible();
  await expectNoFindings(page, 5);
});

test('no attendance sheet has a finding of axe', async ({ page }) => {
  await openAs(page, 'mod');
  for (const path of ['/classes?view=year', '/classes?week=35']) {
    await page.goto(path);
    await expect(
      page.getByRole('table').or(page.getByText(messages.attendance.none)),
    ).toBeVisible();
    await expectNoFindings(page, 6);
  }
});

test('an attendance sheet in progress has no finding of axe', async ({ page }) => {
  await page.setViewportSize(desktop);
  await openAs(page, 'teacher', '/classes?week=35');
  await expect(studentRow(page, 1)).toBeFocused();
  for (const key of ['p', 'a', 'v']) await page.keyboard.press(key);
  await studentRow(page, 3)
    .getByRole('button', { name: /^Ghi chú/ })
    .click();
  await expect(studentRow(page, 3).getByRole('textbox')).toBeFocused();
  await expectNoFindings(page, 7);
});

test('no view of a kind that a school teaches has a finding of axe', async ({ page, request }) => {
  const school = await addTestSchool(request);
  const place = { class_id: school.classId, isChangePass: false };
  const { username } = await school.add('Teacher', 'Hoa', place);
  const kind = { name: 'Pin cũ', group: 'hazardous', advice: 'Em bỏ vào hộp thu pin nhé.' };
  const added = await requestAs(request, username, 'POST', '/api/scanner/kinds', {
    label: 'battery',
    ...kind,
  });
  const { id } = await added.json();
  const photos = (await drawBatteries(page, 3)).map((buffer, index) => ({
    name: `pin-${index}.jpg`,
    mimeType: 'image/jpeg',
    buffer,
  }));
  const fileInput = page.locator('input[type=file]');
  const expectNone = (turn: number) => expectNoFindings(page, turn, minTargetPx('Teacher'));

  await openAs(page, username, `/teach?kind=${id}&view=camera`);
  await fileInput.setInputFiles(photos);
  await expect(page.getByRole('img', { name: 'Đã dạy' })).toHaveCount(3);
  await expectNone(0);

  await page.goto(`/teach?kind=${id}`);
  await expect(page.getByText('3 ảnh · còn 7 ảnh nữa')).toBeVisible();
  await expectNone(1);

  await page.goto('/scan-app/scan');
  await fileInput.setInputFiles(photos.slice(0, 1));
  await expect(page.getByText('Máy quét của trường em đã học món này')).toBeVisible();
  await expectNone(2);
});

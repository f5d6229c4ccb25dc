import { messages } from '@lop-xanh/contract/messages';
import { type Role, roles } from '@lop-xanh/contract/rules/roles';
import { expect, type Page, test } from '@playwright/test';
import { demoUsernames, navigateTo, openAs, phone } from './login.ts';
import { screens } from './screens.ts';

const { navigation } = messages;
/** Paths from which a role is silently redirected. */
const redirects: Partial<Record<Role, Record<string, string>>> = {
  Admin: { '/': '/admin' },
  Mod: { '/admin': '/admin/accounts' },
};

const deniedDialog = (page: Page) => page.getByRole('dialog', { name: 'Không có quyền truy cập' });

for (const role of roles) {
  test(`a ${role} can open their own pages, also by clicking, and is denied all others`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1280, height: 844 });
    await openAs(page, demoUsernames[role]);
    const linksByPath = new Map<string, string[]>();
    for (const { path, roles, deniedMessage } of screens) {
      const target = redirects[role]?.[path];
      await (roles.includes(role) && !target ? navigateTo(page, path) : page.goto(path));
      if (target) {
        await expect(page).toHaveURL(target);
        await expect(deniedDialog(page)).toHaveCount(0);
      } else if (roles.includes(role)) {
        await expect(page.locator('main h1:not([data-left])')).toBeVisible();
        await expect(page).toHaveURL(path);
        await expect(deniedDialog(page)).toHaveCount(0);
        linksByPath.set(path, await readLinks(page));
      } else {
        await expect(deniedDialog(page)).toContainText(deniedMessage ?? messages.access.denied);
        await deniedDialog(page).getByRole('button').click();
        await expect(page).toHaveURL(role === 'Admin' ? '/admin' : '/');
        await expect(deniedDialog(page)).toHaveCount(0);
      }
    }
    const start = redirects[role]?.['/'] ?? '/';
    const reached = new Set([start]);
    for (const path of reached) for (const link of linksByPath.get(path) ?? []) reached.add(link);
    expect(listClickablePaths(role).filter((path) => !reached.has(path))).toEqual([]);
  });

  test(`an unknown path leads a ${role} to their home page`, async ({ page }) => {
    await openAs(page, demoUsernames[role], '/khong/co/trang/nay');
    await expect(page).toHaveURL(role === 'Admin' ? '/admin' : '/');
  });

  test(`a ${role} can click to every page at 390 px`, async ({ page }) => {
    await page.setViewportSize(phone);
    await openAs(page, demoUsernames[role]);
    expect(await findUnreachable(page, listClickablePaths(role))).toEqual([]);
  });
}

/** The pages of a role, except those of a single post or lesson. */
function listClickablePaths(role: Role): string[] {
  return screens
    .filter(({ path, roles }) => roles.includes(role) && !/\d/.test(path))
    .map(({ path }) => path);
}

async function readLinks(page: Page): Promise<string[]> {
  const hrefs = await page
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  return hrefs.filter((href) => href.startsWith('/'));
}

/** Follows the links from page to page and returns the wanted paths that no link leads to. */
async function findUnreachable(page: Page, wanted: string[]): Promise<string[]> {
  const found = new Set<string>();
  const visited = new Set<string>();
  for (let path: string | undefined = '/'; path; ) {
    visited.add(path);
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    for (const link of await readLinks(page)) found.add(link);
    await page.getByRole('button', { name: 'Mở menu' }).click();
    await expect(page.getByRole('navigation', { name: 'Menu chính' })).toBeVisible();
    for (const link of await readLinks(page)) found.add(link);
    if (wanted.every((path) => found.has(path))) return [];
    path = [...found].find((link) => !visited.has(link));
  }
  return wanted.filter((path) => !found.has(path));
}

test.describe('the menu follows the specification', () => {
  const common = [
    navigation.home,
    navigation.lessons,
    navigation.classes,
    navigation.notifications,
    navigation.profile,
    navigation.settings,
    navigation.training,
    navigation.help,
  ];
  const office = ['Năm học'];
  const modOffice = [...office, 'Nhật ký'];
  const cases: { role: Role; path: string; menu: string[] }[] = [
    {
      role: 'Admin',
      path: '/admin',
      menu: [
        navigation.dashboard,
        navigation.accounts,
        navigation.lessonsManagement,
        ...office,
        navigation.logout,
      ],
    },
    {
      role: 'Mod',
      path: '/admin/accounts',
      menu: [navigation.accounts, ...modOffice, navigation.logout],
    },
    { role: 'Mod', path: '/', menu: [...common, ...modOffice, navigation.logout] },
    { role: 'Teacher', path: '/', menu: [...common, navigation.logout] },
    { role: 'Student', path: '/', menu: [...common, navigation.logout] },
    { role: 'Parent', path: '/', menu: [...common, navigation.logout] },
  ];
  for (const { role, path, menu } of cases) {
    test(`for a ${role} at ${path}`, async ({ page }) => {
      await page.setViewportSize({ width: 1280, height: 900 });
      await openAs(page, demoUsernames[role], path);
      const entries = page.getByRole('navigation', { name: 'Menu chính' }).locator('a, button');
      await expect(entries).toHaveText(menu);
    });
  }

  test('the bottom bar is shown up to 900 px and follows a rotation', async ({ page }) => {
    await page.setViewportSize(phone);
    await openAs(page, 'student');
    const bar = page.getByRole('navigation', { name: 'Thanh dưới' });
    await expect(bar.getByRole('link')).toHaveText([
      navigation.lessons,
      navigation.home,
      navigation.profile,
    ]);
    await page.setViewportSize({ width: 901, height: 500 });
    await expect(bar).toHaveCount(0);
    await page.setViewportSize({ width: 900, height: 500 });
    await expect(bar).toBeVisible();
  });
});

test.describe('the placeholder', () => {
  for (const path of ['/help', '/training', '/settings']) {
    test(`${path} says Coming Soon`, async ({ page }) => {
      await openAs(page, 'student', path);
      await expect(page.getByRole('main')).toContainText(messages.comingSoon);
    });
  }
});

const readScroll = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

test.describe('the scroll position', () => {
  test.beforeEach(async ({ page }) => {
    await page.setViewportSize(phone);
    await openAs(page, 'student');
    await expect(page.getByRole('article').nth(2)).toBeVisible();
    await page.evaluate(() => window.scrollTo(0, 400));
  });

  test('starts a new page at the top, and Back returns to the place', async ({ page }) => {
    await page.getByRole('link', { name: 'Hồ sơ' }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page).toHaveURL('/profile');
    expect(await readScroll(page)).toBe(0);
    await page.goBack();
    await expect(page).toHaveURL('/');
    await expect.poll(() => readScroll(page)).toBe(400);
    await page.goForward();
    await expect(page).toHaveURL('/profile');
    await expect.poll(() => readScroll(page)).toBe(0);
  });

  test('survives a visit to another site', async ({ page }) => {
    await page.getByRole('link', { name: 'Hồ sơ' }).first().click();
    await expect(page).toHaveURL('/profile');
    await page.goto('about:blank');
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.goBack();
    await expect.poll(() => readScroll(page)).toBe(400);
  });

  test('is found again after a link to the main content', async ({ page }) => {
    await page.getByRole('link', { name: 'Hồ sơ' }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.getByRole('link', { name: 'Đến nội dung chính' }).press('Enter');
    await expect(page).toHaveURL('/profile#main');
    expect(await readScroll(page)).toBeLessThan(200);
    await page.goBack();
    await expect(page).toHaveURL('/profile');
    await page.goBack();
    await expect.poll(() => readScroll(page)).toBe(400);
  });

  test('returns to the top with a link to the same page', async ({ page }) => {
    const bar = page.getByRole('navigation', { name: 'Thanh dưới' });
    await bar.getByRole('link', { name: messages.navigation.home }).click();
    await expect.poll(() => readScroll(page)).toBe(0);
    await expect(page).toHaveURL('/');
  });
});

test('a new selection in the URL keeps the scroll position', async ({ page }) => {
  await page.setViewportSize(phone);
  await openAs(page, 'teacher', '/classes?week=3');
  const week = page.getByRole('main').getByRole('button', { name: /Tuần 4\b/ });
  await expect(week).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 50));
  await week.dispatchEvent('click');
  await expect(page).toHaveURL('/classes?week=4');
  await expect(week).toHaveAttribute('aria-current');
  expect(await readScroll(page)).toBe(50);
});

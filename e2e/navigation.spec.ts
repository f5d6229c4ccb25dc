import { messages } from '@lop-xanh/contract/messages';
import { type Role, roles } from '@lop-xanh/contract/rules/roles';
import { changePath, demoUsernames, navigateTo, openAs, phone } from './login.ts';
import { screens } from './screens.ts';
import { expect, type Page, test } from './test.ts';

const { navigation } = messages;
/** Paths from which a role is silently redirected. */
const redirects: Partial<Record<Role, Record<string, string>>> = {
  Admin: { '/': '/admin' },
  Mod: { '/admin': '/admin/accounts' },
};

const deniedDialog = (page: Page) => page.getByRole('dialog', { name: 'Không có quyền truy cập' });

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
const office = [
  'Tổng quan',
  'Điểm danh',
  'Báo cáo',
  'Năm học',
  'Nhập danh sách học sinh',
  'Thẻ đăng nhập',
  'Student History',
  'Teacher History',
  'Dữ liệu cá nhân',
  'Nhật ký',
  'Dạy máy quét',
];
/** The number of items that wait may follow the name of the desk. */
const modOffice = ['Tổng quan', /^Bàn duyệt/, ...office.slice(1)];
/** The entries of the menu by the page that shows them. */
const menus: Record<Role, Record<string, (string | RegExp)[]>> = {
  Admin: {
    '/admin': [
      navigation.dashboard,
      navigation.accounts,
      navigation.lessonsManagement,
      ...office,
      ...common.slice(1),
      'Quét rác',
      navigation.logout,
    ],
  },
  Mod: {
    '/': [...common, ...modOffice, 'Activities', 'Quét rác', navigation.logout],
    '/admin/accounts': [
      navigation.accounts,
      ...modOffice,
      ...common,
      'Activities',
      'Quét rác',
      navigation.logout,
    ],
  },
  Teacher: { '/': [...common, navigation.logout] },
  Student: { '/': [...common, navigation.logout] },
  Parent: { '/': [...common, navigation.logout] },
};
const placeholders = ['/help', '/training', '/settings'];

for (const role of roles) {
  test(`a ${role} can open their own pages, also by clicking, and is denied all others`, async ({
    page,
  }) => {
    // Nearly thirty pages.
    const home = role === 'Admin' ? '/admin' : '/';
    await page.setViewportSize({ width: 1280, height: 844 });
    await openAs(page, demoUsernames[role], '/khong/co/trang/nay');
    await expect(page).toHaveURL(home);
    const menu = page.getByRole('navigation', { name: 'Menu chính' }).locator('a, button');
    const linksByPath = new Map<string, string[]>();
    const isOffice = role === 'Mod' || role === 'Admin';
    const places = listClickablePaths(role).filter((path) => !path.endsWith('/new'));
    let deniedPages = 0;
    let pagesWithPlaces = 0;
    for (const { path, roles, deniedMessage } of screens) {
      const target = redirects[role]?.[path];
      const isDenied = !roles.includes(role) && !target;
      // One denied page is opened by its URL, the others as a link would.
      await (isDenied && deniedPages++ === 0 ? page.goto(path) : changePath(page, path));
      if (target) {
        await expect(page).toHaveURL(target);
        await expect(deniedDialog(page)).toHaveCount(0);
      } else if (isDenied) {
        await expect(deniedDialog(page)).toContainText(deniedMessage ?? messages.access.denied);
        await deniedDialog(page).getByRole('button').click();
        await expect(page).toHaveURL(home);
        await expect(deniedDialog(page)).toHaveCount(0);
      } else {
        await expect(page.locator('main h1:not([data-left])')).toBeVisible();
        await expect(page).toHaveURL(path);
        await expect(deniedDialog(page)).toHaveCount(0);
        const entries = menus[role][path];
        if (entries) await expect(menu).toHaveText(entries);
        if (placeholders.includes(path)) {
          await expect(page.getByRole('main')).toContainText(messages.comingSoon);
        }
        await waitForShortcuts(page, path);
        // Every place of the office is one click away, except from a full-screen page.
        const hasPlaces = isOffice && (await menu.count()) > 0;
        if (hasPlaces) await expect(menu.filter({ hasText: 'Quét rác' })).toBeVisible();
        const links = await readLinks(page);
        if (hasPlaces) {
          expect(places.filter((place) => !links.includes(place))).toEqual([]);
          pagesWithPlaces++;
        }
        linksByPath.set(path, links);
      }
    }
    expect(deniedPages).toBeGreaterThan(0);
    if (isOffice) expect(pagesWithPlaces).toBeGreaterThan(15);
    expect([...linksByPath.keys()]).toEqual(expect.arrayContaining(Object.keys(menus[role])));
    const reached = new Set([home]);
    for (const path of reached) for (const link of linksByPath.get(path) ?? []) reached.add(link);
    expect(listClickablePaths(role).filter((path) => !reached.has(path))).toEqual([]);
    await page.setViewportSize(phone);
    expect(await findUnreachable(page, listClickablePaths(role))).toEqual([]);
  });
}

/** The pages of a role, except those of a single post or lesson. */
function listClickablePaths(role: Role): string[] {
  return screens
    .filter(({ path, roles }) => roles.includes(role) && !/\d/.test(path))
    .map(({ path }) => path);
}

/** The links of My Classes come with its data. */
async function waitForShortcuts(page: Page, path: string): Promise<void> {
  if (path !== '/classes') return;
  const shortcuts = page.getByRole('main').getByRole('navigation', { name: 'Lối tắt' });
  await expect(shortcuts).toBeVisible();
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
    await navigateTo(page, path);
    await waitForShortcuts(page, path);
    for (const link of await readLinks(page)) found.add(link);
    // A full-screen mode has Back instead of the menu.
    const menu = page.getByRole('button', { name: 'Mở menu' });
    const back = page.getByRole('button', { name: 'Quay lại' });
    await expect(menu.or(back)).toBeVisible();
    if (await menu.isVisible()) {
      await menu.click();
      const entries = page.getByRole('navigation', { name: 'Menu chính' });
      await expect(entries).toBeVisible();
      // The office's part of the menu comes a moment later.
      if (wanted.includes('/admin/reports')) await expect(entries).toContainText('Báo cáo');
      for (const link of await readLinks(page)) found.add(link);
      await page.keyboard.press('Escape');
      await expect(entries).toHaveCount(0);
    }
    if (wanted.every((path) => found.has(path))) return [];
    // Not the pages of single posts and schools, of which there may be many, and not the views of a page.
    path = [...found].find((link) => !visited.has(link) && !/[\d?]/.test(link));
  }
  return wanted.filter((path) => !found.has(path));
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

test('the header of a phone is 56 px, hides while scrolling down and is never cut', async ({
  browser,
  page,
}) => {
  const mod = await browser.newPage({ viewport: phone });
  await openAs(mod, 'mod', '/classes');
  await expect(mod.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  expect((await mod.getByRole('banner').boundingBox())?.height).toBe(56);
  await mod.getByRole('button', { name: 'Mở menu' }).click();
  await mod.getByRole('dialog').getByRole('link', { name: 'Tài khoản' }).click();
  await expect(mod).toHaveURL('/admin/accounts');
  await expect(mod.getByRole('dialog')).toHaveCount(0);
  await page.setViewportSize(phone);
  await openAs(page, 'student');
  await expect(page.getByRole('article').nth(2)).toBeVisible();
  const header = page.getByRole('banner');
  const menu = header.getByRole('button', { name: 'Mở menu' });
  expect((await header.boundingBox())?.height).toBe(56);
  await page.mouse.wheel(0, 600);
  await expect(header).not.toBeInViewport();
  await page.mouse.wheel(0, -100);
  await expect(header).toBeInViewport({ ratio: 1 });
  await page.mouse.wheel(0, 300);
  await expect(header).not.toBeInViewport();
  // Not while it has the focus.
  await menu.focus();
  await expect(menu).toBeInViewport({ ratio: 1 });

  await page.addStyleTag({ content: 'html { font-size: 200% !important }' });
  for (const text of ['Chào Minh!', 'Phạm Nhật Minh', /^Lớp 3A/]) {
    const isCut = await header
      .getByText(text)
      .evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
    expect(isCut).toBe(false);
  }
});

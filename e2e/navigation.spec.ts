import { messages } from '@lop-xanh/contract/messages';
import { type Role, roles } from '@lop-xanh/contract/rules/roles';
import { expect, type Page, test } from '@playwright/test';
import { enterAs, phone, usernameOf } from './people.ts';
import { screens } from './screens.ts';

const { navigation } = messages;
/** Where a role is sent on without a word. */
const redirects: Partial<Record<Role, Record<string, string>>> = {
  Admin: { '/': '/admin' },
  Mod: { '/admin': '/admin/accounts' },
};

const popup = (page: Page) => page.getByRole('dialog', { name: 'Không có quyền truy cập' });

for (const role of roles) {
  test(`a ${role} reaches what they may, also by clicking, and is refused the rest`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1280, height: 844 });
    await enterAs(page, usernameOf[role]);
    const linksOf = new Map<string, string[]>();
    for (const { path, who, refusal } of screens) {
      const target = redirects[role]?.[path];
      await (who.includes(role) && !target ? goOn(page, path) : page.goto(path));
      if (target) {
        await expect(page).toHaveURL(target);
        await expect(popup(page)).toHaveCount(0);
      } else if (who.includes(role)) {
        await expect(page.locator('main h1:not([data-left])')).toBeVisible();
        await expect(page).toHaveURL(path);
        await expect(popup(page)).toHaveCount(0);
        linksOf.set(path, await links(page));
      } else {
        await expect(popup(page)).toContainText(refusal ?? messages.access.denied);
        await popup(page).getByRole('button').click();
        await expect(page).toHaveURL(role === 'Admin' ? '/admin' : '/');
        await expect(popup(page)).toHaveCount(0);
      }
    }
    const start = redirects[role]?.['/'] ?? '/';
    const reached = new Set([start]);
    for (const path of reached) for (const link of linksOf.get(path) ?? []) reached.add(link);
    expect(clickable(role).filter((path) => !reached.has(path))).toEqual([]);
  });

  test(`an unknown path leads a ${role} home`, async ({ page }) => {
    await enterAs(page, usernameOf[role], '/khong/co/trang/nay');
    await expect(page).toHaveURL(role === 'Admin' ? '/admin' : '/');
  });

  test(`a ${role} can click to every page at 390 px`, async ({ page }) => {
    await page.setViewportSize(phone);
    await enterAs(page, usernameOf[role]);
    expect(await unreachable(page, clickable(role))).toEqual([]);
  });
}

/** Goes on within the app, as a link does, which is quicker than to load it anew for each page. */
async function goOn(page: Page, path: string): Promise<void> {
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate((to) => {
    if (location.pathname === to) return;
    document.querySelector('main h1')?.setAttribute('data-left', '');
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

/** The pages of a role but for those of one post or lesson. */
function clickable(role: Role): string[] {
  return screens
    .filter(({ path, who }) => who.includes(role) && !/\d/.test(path))
    .map(({ path }) => path);
}

async function links(page: Page): Promise<string[]> {
  const hrefs = await page
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  return hrefs.filter((href) => href.startsWith('/'));
}

/** Follows the links from page to page, and answers which of the wanted ones none of them leads to. */
async function unreachable(page: Page, wanted: string[]): Promise<string[]> {
  const found = new Set<string>();
  const visited = new Set<string>();
  for (let path: string | undefined = '/'; path; ) {
    visited.add(path);
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    for (const link of await links(page)) found.add(link);
    await page.getByRole('button', { name: 'Mở menu' }).click();
    await expect(page.getByRole('navigation', { name: 'Menu chính' })).toBeVisible();
    for (const link of await links(page)) found.add(link);
    if (wanted.every((one) => found.has(one))) return [];
    path = [...found].find((one) => !visited.has(one));
  }
  return wanted.filter((one) => !found.has(one));
}

test.describe('the menus are those of the specification', () => {
  const common = [
    navigation.home,
    navigation.lessons,
    navigation.classes,
    navigation.notifications,
    navigation.profile,
    navigation.settings,
    navigation.training,
    navigation.help,
    navigation.logout,
  ];
  const cases: { role: Role; path: string; menu: string[] }[] = [
    {
      role: 'Admin',
      path: '/admin',
      menu: [
        navigation.dashboard,
        navigation.accounts,
        navigation.lessonsManagement,
        navigation.logout,
      ],
    },
    { role: 'Mod', path: '/admin/accounts', menu: [navigation.accounts, navigation.logout] },
    { role: 'Mod', path: '/', menu: common },
    { role: 'Teacher', path: '/', menu: common },
    { role: 'Student', path: '/', menu: common },
    { role: 'Parent', path: '/', menu: common },
  ];
  for (const { role, path, menu } of cases) {
    test(`${role} at ${path}`, async ({ page }) => {
      await page.setViewportSize({ width: 1280, height: 900 });
      await enterAs(page, usernameOf[role], path);
      const entries = page.getByRole('navigation', { name: 'Menu chính' }).locator('a, button');
      await expect(entries).toHaveText(menu);
    });
  }

  test('the bottom bar is there up to 900 px, and follows a rotation', async ({ page }) => {
    await page.setViewportSize(phone);
    await enterAs(page, 'student');
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

test.describe('placeholders', () => {
  for (const path of ['/help', '/training', '/settings']) {
    test(`${path} says Coming Soon`, async ({ page }) => {
      await enterAs(page, 'student', path);
      await expect(page.getByRole('main')).toContainText(messages.comingSoon);
    });
  }
});

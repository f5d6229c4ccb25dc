import { readFileSync } from 'node:fs';
import { messages } from '@lop-xanh/contract/messages';
import { type Role, roles } from '@lop-xanh/contract/rules/roles';
import { demoUsernames, desktop, logIn, navigateTo, openAs } from './login.ts';
import { requestAs } from './requests.ts';
import { screens } from './screens.ts';
import { expect, type Page, type Route, test } from './test.ts';
import { addTestSchool } from './test-school.ts';

const vietnameseLetters = /[àáâãèéêìíòóôõùúýăđĩũơưạ-ỹ]/i;
/** Names and abbreviations that are the same in both languages. */
const properNames = [
  'canva',
  'google',
  'slides',
  'youtube',
  'excel',
  'csv',
  'video',
  'https',
  'enter',
];

/** Vietnamese words without marks that stand alone, such as the sex 'Nam'. */
const plainVietnameseWords = ['nam'];

/** The words of our English texts that no Vietnamese text has. */
const englishWords = listEnglishWords();

for (const role of roles) {
  test(`no screen of a ${role} mixes languages in vi or en`, async ({ page }) => {
    await page.setViewportSize(desktop);
    await hideContent(page);
    await page.goto('/login');
    await chooseLanguage(page, 'Tiếng Việt');
    await openAs(page, demoUsernames[role], pathsOf(role)[0]);
    const vietnamese = await walk(page, role);
    await page.evaluate(() => localStorage.setItem('language', 'en'));
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    const english = await walk(page, role);

    expect({
      vi: vietnamese.filter(({ text }) => listWords(text).some((word) => englishWords.has(word))),
      en: english.filter(({ text }) => vietnameseLetters.test(text.replaceAll('Lớp Xanh', ''))),
    }).toEqual({ vi: [], en: [] });
  });
}

test('a visitor chooses a language on the login page, and a user their own on the profile', async ({
  page,
  request,
}) => {
  const school = await addTestSchool(request);
  const teacher = await school.add('Teacher', 'An', { isChangePass: false });
  await page.goto('/login');
  await chooseLanguage(page, 'English');
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'English' })).toBeFocused();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.getByLabel('Username').fill(teacher.username);
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('alert')).toHaveText('Wrong username or password');

  await page.reload();
  await chooseLanguage(page, 'Default');
  await logIn(page, teacher.username);
  await expect(page).toHaveURL('/');
  await navigateTo(page, '/profile');
  await chooseLanguage(page, 'Tiếng Việt');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hồ sơ');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hồ sơ');
  const me = await requestAs(request, teacher.username, 'GET', '/api/auth/me');
  expect((await me.json()).language).toBe('vi');
});

test('in the default wording, English texts say so', async ({ page }) => {
  await openAs(page, demoUsernames.Teacher, '/profile');
  const title = page.getByRole('heading', { level: 1, name: messages.navigation.profile });
  await expect(title).toHaveAttribute('lang', 'en');
  const menu = page.getByRole('navigation', { name: 'Menu chính' });
  await expect(menu.getByText(messages.navigation.lessons)).toHaveAttribute('lang', 'en');
  await expect(page.getByRole('heading', { name: 'Đổi mật khẩu' })).not.toHaveAttribute('lang');
});

async function chooseLanguage(page: Page, name: string): Promise<void> {
  await page.getByText(name, { exact: true }).click();
  await expect(page.getByRole('radio', { checked: true })).toBeFocused();
}

/** Screens with another tab or view of their own. */
const views: Partial<Record<Role, string[]>> = {
  Admin: ['/admin/accounts?tab=students'],
  Mod: ['/admin/accounts?tab=students', '/classes?view=students'],
  Teacher: ['/classes?view=students'],
};

function pathsOf(role: Role): string[] {
  const own = screens.filter((screen) => screen.roles.includes(role)).map(({ path }) => path);
  return [...own, ...(views[role] ?? [])];
}

/** Replaces what people wrote, so that only our own texts are left; grades are named by us. */
async function hideContent(page: Page): Promise<void> {
  const replace = async (route: Route) => {
    const response = await route.fetch();
    const isJson = response.headers()['content-type']?.includes('json');
    if (!isJson) return route.fulfill({ response });
    const json = JSON.parse(await response.text(), (name, value) =>
      isContent(name, value) ? 'Zq' : value,
    );
    return route.fulfill({ response, json });
  };
  // A request may still be under way when its page is left.
  await page.route(/\/api\/(?!.*stream)/, (route) => replace(route).catch(() => undefined));
}

function isContent(name: string, value: unknown): boolean {
  if (typeof value !== 'string' || /^Khối \d$/.test(value)) return false;
  return /name$|^(email|actor|changed_by)$/.test(name) || vietnameseLetters.test(value);
}

/** Opens every screen and its dialogs, and returns the texts on them. */
async function walk(page: Page, role: Role): Promise<{ place: string; text: string }[]> {
  const places = new Map<string, string>();
  const collect = async (place: string) => {
    for (const text of await page.evaluate(listTexts)) places.set(text, places.get(text) ?? place);
  };
  for (const path of pathsOf(role)) {
    await navigateTo(page, path);
    await expect(page.getByRole('main').getByRole('status')).toHaveCount(0);
    await collect(path);
    const openers = page.getByRole('main').locator('button[aria-haspopup=dialog]');
    if ((await openers.count()) === 0) continue;
    await openers.first().click();
    await expect(page.getByRole('dialog').first()).toBeVisible();
    await collect(`${path}, dialog`);
    await page.keyboard.press('Escape');
  }
  return [...places].map(([text, place]) => ({ place, text }));
}

/** The visible texts and labels, without parts that are marked as being in another language. */
function listTexts(): string[] {
  const page = document.documentElement.lang;
  const texts: string[] = [];
  const isOwn = (element: Element | null) =>
    element?.closest('[lang]')?.getAttribute('lang') === page && element.checkVisibility();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.textContent?.trim() && isOwn(node.parentElement)) texts.push(node.textContent);
  }
  for (const name of ['aria-label', 'placeholder', 'title', 'alt']) {
    for (const element of document.body.querySelectorAll(`[${name}]`)) {
      const text = element.getAttribute(name);
      if (text && isOwn(element)) texts.push(text);
    }
  }
  return texts.map((text) => text.trim());
}

function listWords(text: string): string[] {
  return (text.toLowerCase().match(/\p{Letter}+/gu) ?? []).filter((word) => word.length > 2);
}

function listEnglishWords(): Set<string> {
  const read = (language: string) => {
    const file = new URL(`../web/src/language/${language}.po`, import.meta.url);
    const lines = readFileSync(file, 'utf8').split('\n');
    return lines.filter((line) => /^(msgid|msgstr|") /.test(line) || line.startsWith('"'));
  };
  const english = read('en').filter((line) => !vietnameseLetters.test(line));
  const vietnamese = read('vi').filter((line) => vietnameseLetters.test(line));
  const words = new Set(english.flatMap(listWords));
  for (const word of [...vietnamese.flatMap(listWords), ...plainVietnameseWords, ...properNames]) {
    words.delete(word);
  }
  return words;
}

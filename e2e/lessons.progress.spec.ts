import { messages } from '@lop-xanh/contract/messages';
import { saveSheet, waitForSheet } from './attendance.ts';
import { cardsIn, section } from './lessons.ts';
import { desktop, openAs, phone } from './login.ts';
import { type Browser, expect, type Page, test } from './test.ts';
import { startTestServer, type TestServer } from './test-server.ts';

const words = messages.lessons;

/** A saved sheet is final, so this journey has a server of its own. */
let server: TestServer;
test.beforeAll(async () => {
  server = await startTestServer();
});
test.afterAll(() => server.remove());

test('once attendance of the current week is saved, the library moves to the next week for everyone', async ({
  browser,
}) => {
  const pages = {
    onPhone: await openAsUser(browser, 'student', phone),
    student: await openAsUser(browser, 'student'),
    teacher: await openAsUser(browser, 'teacher'),
    parent: await openAsUser(browser, 'parent', phone),
    mod: await openAsUser(browser, 'mod'),
  };
  await chooseGrade(pages.parent, 'Khối 3');
  await chooseGrade(pages.mod, 'Khối 3');
  await expectWeek(pages, 10);

  const teacher = await openAsUser(browser, 'teacher', desktop, '/classes');
  await waitForSheet(teacher, 10);
  await teacher.getByRole('button', { name: 'Tất cả có mặt' }).click();
  await saveSheet(teacher);
  await expect(teacher.getByText(messages.attendance.saved)).toBeVisible();

  for (const page of Object.values(pages)) await page.reload();
  await expectWeek(pages, 11);
  // A Mod has no class: the school's two classes of this grade are at weeks 10 and 9.
  await expect(pages.mod.getByText(words.left(26), { exact: true })).toBeVisible();
});

async function expectWeek(
  { onPhone, student, teacher, parent }: Record<'onPhone' | 'student' | 'teacher' | 'parent', Page>,
  week: number,
): Promise<void> {
  const current = new RegExp(`Tuần ${week}(?!\\d)`);
  await expect(cardsIn(onPhone, words.thisWeek)).toHaveCount(1);
  await expect(cardsIn(onPhone, words.thisWeek).first()).toContainText(current);
  for (const page of [student, teacher, parent]) {
    await expect(cardsIn(page, words.thisMonth).first()).toContainText(current);
    const taken = section(page, words.finished).getByRole('link', {
      name: new RegExp(`Tuần ${week - 1}(?!\\d)`),
    });
    await expect(taken.first()).toBeVisible();
  }
  for (const page of [onPhone, student, teacher, parent]) {
    await expect(page.getByText(words.left(36 - week), { exact: true })).toBeVisible();
  }
}

async function openAsUser(
  browser: Browser,
  username: string,
  size = desktop,
  path = '/lessons',
): Promise<Page> {
  const context = await browser.newContext({ viewport: size, baseURL: server.address });
  const page = await context.newPage();
  await openAs(page, username, path);
  return page;
}

async function chooseGrade(page: Page, grade: string): Promise<void> {
  await page.getByRole('main').getByRole('combobox').selectOption({ label: grade });
}

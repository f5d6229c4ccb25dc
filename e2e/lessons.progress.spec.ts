import { messages } from '@lop-xanh/contract/messages';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { cardsIn, section } from './lessons.ts';
import { type OwnServer, startOwnServer } from './own-server.ts';
import { desktop, enterAs, phone } from './people.ts';
import { openRoll, save } from './roll.ts';

const words = messages.lessons;

/** A roll is called for good, so this journey has a school of its own. */
let server: OwnServer;
test.beforeAll(async () => {
  server = await startOwnServer();
});
test.afterAll(() => server.remove());

test('once the teacher has taken the current week, the library moves on for everybody', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const readers = {
    onPhone: await reader(browser, 'student', phone),
    student: await reader(browser, 'student'),
    teacher: await reader(browser, 'teacher'),
    parent: await reader(browser, 'parent', phone),
    mod: await reader(browser, 'mod'),
  };
  await choose(readers.parent, 'Khối 3');
  await choose(readers.mod, 'Khối 3');
  await expectWeek(readers, 10);

  const teacher = await reader(browser, 'teacher', desktop, '/classes');
  await openRoll(teacher, 10);
  await teacher.getByRole('button', { name: 'All present' }).click();
  await save(teacher);
  await expect(teacher.getByText(messages.attendance.saved)).toBeVisible();

  for (const page of Object.values(readers)) await page.reload();
  await expectWeek(readers, 11);
  // A Mod has no class: the school's two of this grade are at 10 and 9 weeks.
  await expect(readers.mod.getByText(words.left(26), { exact: true })).toBeVisible();
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

async function reader(
  browser: Browser,
  username: string,
  size = desktop,
  path = '/lessons',
): Promise<Page> {
  const context = await browser.newContext({ viewport: size, baseURL: server.address });
  const page = await context.newPage();
  await enterAs(page, username, path);
  return page;
}

async function choose(page: Page, grade: string): Promise<void> {
  await page.getByRole('main').getByRole('combobox').selectOption({ label: grade });
}

import { auth, type Profile } from '@lop-xanh/contract/auth';
import { formatDay, getVietnamDate } from '@lop-xanh/contract/rules/dates';
import { type Role, roles } from '@lop-xanh/contract/rules/roles';
import { demoUsernames, openAs } from './login.ts';
import { requestAs } from './requests.ts';
import { expect, type Page, test } from './test.ts';

const dayMs = 86_400_000;
/** Later than any week of the demo with a sheet. */
const firstWeek = 20;

interface Monday {
  week: number;
  /** 'YYYY-MM-DD' */
  day: string;
}

interface Sight {
  path: string;
  /** What the page fetches. */
  data: string;
  see: (page: Page, monday: Monday) => Promise<void>;
}

/** Where each role sees which day or week it is. */
const sights: Record<Role, Sight> = {
  Student: {
    path: '/',
    data: '/api/me/today',
    see: (page, { day }) =>
      expect(page.getByText(`Thứ Hai, ${formatDay(day).slice(0, 5)}`)).toBeVisible(),
  },
  Parent: {
    path: '/',
    data: '/api/me/today',
    see: async (page, { day }) => {
      const form = page.getByRole('dialog', { name: /^Xin phép nghỉ/ });
      if ((await form.count()) === 0) {
        await page.getByRole('button', { name: 'Xin phép nghỉ' }).click();
      }
      await expect(form.getByLabel('Từ ngày', { exact: true })).toHaveAttribute('min', day);
    },
  },
  Teacher: {
    path: '/classes',
    data: '/attendance',
    see: (page, { week }) =>
      expect(page.getByRole('button', { name: 'Tuần này' })).toContainText(`Tuần ${week}`),
  },
  Mod: {
    path: '/lessons',
    data: '/api/lessons',
    see: (page, { week }) =>
      expect(page.getByRole('link').filter({ hasText: 'Tuần này' })).toContainText(`Tuần ${week}`),
  },
  Admin: {
    // Another test may add a school that comes first.
    path: '/admin/attendance?school=1',
    data: '/attendance',
    see: (page, { week }) =>
      expect(page.getByRole('option', { name: /\(tuần này\)/ })).toContainText(`Tuần ${week} `),
  },
};

for (const role of roles) {
  test(`a page of a ${role} follows midnight, and is fetched again on resume`, async ({ page }) => {
    const { path, data, see } = sights[role];
    const response = await requestAs(page.request, 'mod', 'GET', auth.me.path);
    const { first_monday } = (await response.json()) as Profile;
    const start = Date.parse(`${first_monday}T00:00:00+07:00`) + (firstWeek - 1) * 7 * dayMs;
    const getMonday = (index: number): Monday => ({
      week: firstWeek + index,
      day: getVietnamDate(new Date(start + index * 7 * dayMs)),
    });
    const waitForData = () => page.waitForResponse((sent) => sent.url().includes(data));
    await page.clock.install({ time: start + dayMs / 2 });
    await openAs(page, demoUsernames[role], path);
    await see(page, getMonday(0));

    // The last minute of the week.
    await page.clock.setSystemTime(start + 7 * dayMs - 60_000);
    let refetched = waitForData();
    await page.clock.fastForward('02:00');
    await see(page, getMonday(1));
    await refetched;

    // A device that sleeps runs no timers: it wakes up on the same day, and then a week later.
    for (const index of [1, 2]) {
      refetched = waitForData();
      await page.clock.setSystemTime(start + (index * 7 + 0.5) * dayMs);
      await page.evaluate(() =>
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
      );
      await see(page, getMonday(index));
      await refetched;
    }
  });
}

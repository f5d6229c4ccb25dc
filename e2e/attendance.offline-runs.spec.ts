import { type AttendanceWeek, attendance } from '@lop-xanh/contract/attendance';
import type { SchoolClass, Student } from '@lop-xanh/contract/classes';
import { messages } from '@lop-xanh/contract/messages';
import { dayInVietnam } from '@lop-xanh/contract/rules/dates';
import { expect, type Page, test } from '@playwright/test';
import { pick, seeded } from '../server/src/testing/seeded.ts';
import { type FarServer, startFarServer } from './far-server.ts';
import { desktop, enterAs } from './people.ts';
import type { Weather } from './poor-network.ts';
import { count, openRoll, row, save, saveButton, sheetRow } from './roll.ts';
import { unsentOnDevice } from './unsent.ts';

/**
 * Seeded roll calls on a network that fails as it likes, with reloads in between and at times a second
 * device. In the end the server holds one sheet: the first that reached it, whole.
 */
const runs = Number(process.env.OFFLINE_RUNS ?? 1);
/** The demo has taken the weeks before. */
const firstOpenWeek = 10;
const openWeeks = 26;

test.use({ serviceWorkers: 'allow' });

let far: FarServer;
let classes: SchoolClass[];

test.beforeAll(async ({ playwright }) => {
  far = await startFarServer();
  const request = await playwright.request.newContext();
  const ofBoth = await Promise.all(
    ['mod', 'mod2'].map(async (mod) => (await far.as(request, mod, 'GET', '/api/classes')).json()),
  );
  classes = ofBoth.flatMap((one) => one.classes);
  await request.dispose();
});
test.afterAll(() => far.remove());

const weathers: Weather[] = ['through', 'down', 'lost request', 'cut answer', 'lost answer'];

for (let seed = 1; seed <= runs; seed++) {
  test(`roll ${seed} is saved once, as it was called`, async ({ browser }) => {
    test.setTimeout(120_000);
    far.network.weather = 'through';
    const random = seeded(seed);
    const { id, teacher_username } = classes[seed % classes.length] as SchoolClass;
    const teacher = teacher_username as string;
    const week = firstOpenWeek + (Math.floor(seed / classes.length) % openWeeks);
    const context = await browser.newContext({ viewport: desktop, baseURL: far.network.address });
    const page = await context.newPage();
    const own = { page, teacher, id, week };
    await enterAs(page, teacher, `/classes?week=${week}`);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await openRoll(page, week);
    const students = await studentsOf(own);

    const absent = students.filter(() => random() < 0.25);
    for (const student of absent) {
      const place = students.indexOf(student) + 1;
      await row(page, place).getByRole('button', { name: 'Vắng', exact: true }).click();
    }
    if (random() < 0.5) {
      far.network.weather = pick(random, weathers);
      await page.reload();
      await openRoll(page, week);
    }
    await expect(count(page, `${absent.length} vắng`)).toBeVisible();
    await page.getByRole('button', { name: 'All present' }).click();

    const rivals = students.filter(() => random() < 0.25);
    let winner = absent;
    const compete = async () => {
      if (random() < 0.25 && (await savedElsewhere(own, students, rivals))) winner = rivals;
    };
    await compete();
    far.network.weather = pick(random, weathers);
    await save(page);
    if (random() < 0.6) await expect(outcome(page)).toBeVisible({ timeout: 30_000 });
    await compete();
    for (let again = Math.floor(random() * 3); again > 0; again--) {
      far.network.weather = pick(random, weathers);
      await page.reload();
    }

    far.network.weather = 'through';
    await page.reload();
    await settle(own, absent, winner === rivals);
    expect(await heldByServer(own)).toEqual(
      students.map((student) => [
        student.full_name,
        winner.includes(student) ? 'absent' : 'present',
      ]),
    );
    for (const { full_name } of winner)
      await expect(sheetRow(page, full_name)).toContainText('Vắng');
    await context.close();
  });
}

interface Own {
  page: Page;
  teacher: string;
  id: number;
  week: number;
}

/** What a teacher who looks on is told. */
function outcome(page: Page) {
  const { saved, unreachable, alreadySaved } = messages.attendance;
  const told = page.getByText(saved).or(page.getByText(unreachable));
  return told.or(page.getByText(alreadySaved)).first();
}

/** Whatever became of the save, the teacher need not mark anybody again. */
async function settle(own: Own, absent: Student[], isBeaten: boolean): Promise<void> {
  const { page, week } = own;
  const isDone = page.getByText(/điểm danh lúc/);
  const isRefused = page.getByRole('dialog').getByRole('button', { name: 'Đã hiểu' });
  const isSettled = async () =>
    (await isRefused.isVisible()) || (await page.evaluate(unsentOnDevice)) === 0;
  await expect.poll(isSettled, { timeout: 60_000 }).toBe(true);
  // A reload was faster than the outbox: nothing was sent, and nothing is lost.
  if (!(await heldByServer(own))) {
    await openRoll(page, week);
    await expect(count(page, `${absent.length} vắng`)).toBeVisible();
    await save(page);
  }
  await expect(isDone.or(isRefused).first()).toBeVisible({ timeout: 60_000 });
  if (await isRefused.isVisible()) {
    expect(isBeaten, 'an own save is never refused by itself').toBe(true);
    await expect(page.getByRole('dialog')).toContainText(messages.attendance.alreadySaved);
    await isRefused.click();
  }
  await expect(isDone).toBeVisible({ timeout: 60_000 });
  await expect(saveButton(page)).toHaveCount(0);
  await expect.poll(() => page.evaluate(unsentOnDevice), { timeout: 60_000 }).toBe(0);
}

async function studentsOf({ page, teacher, id }: Own): Promise<Student[]> {
  return (await (await far.as(page.request, teacher, 'GET', `/api/classes/${id}/students`)).json())
    .students;
}

/** The same teacher at another device, on a good network; true if it was the first. */
async function savedElsewhere({ page, teacher, id, week }: Own, all: Student[], absent: Student[]) {
  const students = all.map((student) => ({
    id: student.id,
    status: absent.includes(student) ? 'absent' : 'present',
  }));
  const data = { week, date: dayInVietnam(new Date()), students };
  const path = attendance.save.path.replace('{id}', String(id));
  const status = (await far.as(page.request, teacher, 'POST', path, data)).status();
  expect([201, 409]).toContain(status);
  return status === 201;
}

async function heldByServer({ page, teacher, id, week }: Own) {
  const path = attendance.weeks.path.replace('{id}', String(id));
  const { weeks } = await (await far.as(page.request, teacher, 'GET', path)).json();
  const sheets = (weeks as AttendanceWeek[]).filter((one) => one.week === week);
  expect(sheets.length).toBeLessThanOrEqual(1);
  return sheets[0]?.records.map(({ full_name, status }) => [full_name, status]);
}

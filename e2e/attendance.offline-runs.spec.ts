import { type AttendanceWeek, attendance } from '@lop-xanh/contract/attendance';
import type { SchoolClass, Student } from '@lop-xanh/contract/classes';
import { messages } from '@lop-xanh/contract/messages';
import { getVietnamDate } from '@lop-xanh/contract/rules/dates';
import { createRandom, pick } from '../contract/src/testing/random.ts';
import {
  countText,
  saveButton,
  savedRow,
  saveSheet,
  studentRow,
  waitForSheet,
} from './attendance.ts';
import { desktop, openAs } from './login.ts';
import { countUnsent } from './outbox.ts';
import { type RemoteServer, startRemoteServer } from './remote-server.ts';
import { expect, type Page, test } from './test.ts';
import type { NetworkCondition } from './unreliable-network.ts';

/**
 * Takes attendance on a randomly failing network, with reloads and sometimes a second device. In the end
 * the server holds one complete sheet: the first that reached it.
 */
const runs = Number(process.env.OFFLINE_RUNS ?? 1);
/** The demo has saved the weeks before it. */
const firstOpenWeek = 10;
const openWeeks = 26;

test.use({ serviceWorkers: 'allow' });

let remote: RemoteServer;
let classes: SchoolClass[];

test.beforeAll(async ({ playwright }) => {
  remote = await startRemoteServer();
  const request = await playwright.request.newContext();
  const bothSchools = await Promise.all(
    ['mod', 'mod2'].map(async (mod) =>
      (await remote.requestAs(request, mod, 'GET', '/api/classes')).json(),
    ),
  );
  classes = bothSchools.flatMap((school) => school.classes);
  await request.dispose();
});
test.afterAll(() => remote.remove());

const conditions: NetworkCondition[] = [
  'up',
  'down',
  'lost request',
  'cut response',
  'lost response',
];

for (let seed = 1; seed <= runs; seed++) {
  test(`sheet ${seed} is saved once, exactly as marked`, async ({ browser }) => {
    test.setTimeout(120_000);
    remote.network.condition = 'up';
    const random = createRandom(seed);
    const { id, teacher_username } = classes[seed % classes.length] as SchoolClass;
    const teacher = teacher_username as string;
    const week = firstOpenWeek + (Math.floor(seed / classes.length) % openWeeks);
    const context = await browser.newContext({
      viewport: desktop,
      baseURL: remote.network.address,
    });
    const page = await context.newPage();
    const run = { page, teacher, id, week };
    await openAs(page, teacher, `/classes?week=${week}`);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await waitForSheet(page, week);
    const students = await fetchStudents(run);

    const absent = students.filter(() => random() < 0.25);
    for (const student of absent) {
      const number = students.indexOf(student) + 1;
      await studentRow(page, number).getByRole('button', { name: 'Vắng', exact: true }).click();
    }
    if (random() < 0.5) {
      remote.network.condition = pick(random, conditions);
      await page.reload();
      await waitForSheet(page, week);
    }
    await expect(countText(page, `${absent.length} vắng`)).toBeVisible();
    await page.getByRole('button', { name: 'Tất cả có mặt' }).click();

    const otherAbsent = students.filter(() => random() < 0.25);
    let savedAbsent = absent;
    const compete = async () => {
      if (random() < 0.25 && (await saveElsewhere(run, students, otherAbsent)))
        savedAbsent = otherAbsent;
    };
    await compete();
    remote.network.condition = pick(random, conditions);
    await saveSheet(page);
    if (random() < 0.6) await expect(outcomeMessage(page)).toBeVisible({ timeout: 30_000 });
    await compete();
    for (let reloads = Math.floor(random() * 3); reloads > 0; reloads--) {
      remote.network.condition = pick(random, conditions);
      await page.reload();
    }

    remote.network.condition = 'up';
    await page.reload();
    await settleSheet(run, absent, savedAbsent === otherAbsent);
    expect(await fetchSavedSheet(run)).toEqual(
      students.map((student) => [
        student.full_name,
        savedAbsent.includes(student) ? 'absent' : 'present',
      ]),
    );
    for (const { full_name } of savedAbsent)
      await expect(savedRow(page, full_name)).toContainText('Vắng');
    await context.close();
  });
}

interface SheetRun {
  page: Page;
  teacher: string;
  id: number;
  week: number;
}

/** The message that tells the teacher what became of the save. */
function outcomeMessage(page: Page) {
  const { saved, unreachable, alreadySaved } = messages.attendance;
  const message = page.getByText(saved).or(page.getByText(unreachable));
  return message.or(page.getByText(alreadySaved)).first();
}

/** Waits until the sheet is settled; the teacher never has to mark a student again. */
async function settleSheet(run: SheetRun, absent: Student[], hasConflict: boolean): Promise<void> {
  const { page, week } = run;
  const savedText = page.getByText(/điểm danh lúc/);
  const dismissButton = page.getByRole('dialog').getByRole('button', { name: 'Đã hiểu' });
  const isSettled = async () =>
    (await dismissButton.isVisible()) || (await page.evaluate(countUnsent)) === 0;
  await expect.poll(isSettled, { timeout: 60_000 }).toBe(true);
  // The reload preceded the outbox: nothing was sent, and no mark is lost.
  if (!(await fetchSavedSheet(run))) {
    await waitForSheet(page, week);
    await expect(countText(page, `${absent.length} vắng`)).toBeVisible();
    await saveSheet(page);
  }
  await expect(savedText.or(dismissButton).first()).toBeVisible({ timeout: 60_000 });
  if (await dismissButton.isVisible()) {
    expect(hasConflict, 'a save never conflicts with itself').toBe(true);
    await expect(page.getByRole('dialog')).toContainText(messages.attendance.alreadySaved);
    await dismissButton.click();
  }
  await expect(savedText).toBeVisible({ timeout: 60_000 });
  await expect(saveButton(page)).toHaveCount(0);
  await expect.poll(() => page.evaluate(countUnsent), { timeout: 60_000 }).toBe(0);
}

async function fetchStudents({ page, teacher, id }: SheetRun): Promise<Student[]> {
  return (
    await (
      await remote.requestAs(page.request, teacher, 'GET', `/api/classes/${id}/students`)
    ).json()
  ).students;
}

/** Saves from the teacher's other device on a good network; returns whether it was first. */
async function saveElsewhere(
  { page, teacher, id, week }: SheetRun,
  all: Student[],
  absent: Student[],
) {
  const students = all.map((student) => ({
    id: student.id,
    status: absent.includes(student) ? 'absent' : 'present',
  }));
  const data = { week, date: getVietnamDate(new Date()), students };
  const path = attendance.save.path.replace('{id}', String(id));
  const status = (await remote.requestAs(page.request, teacher, 'POST', path, data)).status();
  expect([201, 409]).toContain(status);
  return status === 201;
}

async function fetchSavedSheet({ page, teacher, id, week }: SheetRun) {
  const path = attendance.weeks.path.replace('{id}', String(id));
  const { weeks } = await (await remote.requestAs(page.request, teacher, 'GET', path)).json();
  const sheets = (weeks as AttendanceWeek[]).filter((sheet) => sheet.week === week);
  expect(sheets.length).toBeLessThanOrEqual(1);
  return sheets[0]?.records.map(({ full_name, status }) => [full_name, status]);
}

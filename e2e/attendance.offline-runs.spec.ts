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
import { countUnsent, outboxSheet } from './outbox.ts';
import { type RemoteServer, startRemoteServer } from './remote-server.ts';
import { type APIRequestContext, expect, type Page, test } from './test.ts';
import { openTwoTabs } from './two-tabs.ts';
import { type NetworkCondition, rejectionMessage } from './unreliable-network.ts';

/**
 * Takes attendance in two tabs on a randomly failing network, while the browser is restarted, the app updated, the
 * sheet rejected by the server and opened again, or saved on a second device. In the end the server holds one
 * complete sheet: the first that reached it, with what the teacher corrected. `npm run offline-runs -- 200` runs many.
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
  test(`sheet ${seed} is saved once, exactly as marked`, async ({ playwright, request }) => {
    const { network } = remote;
    network.condition = 'up';
    network.rejects = undefined;
    const random = createRandom(seed);
    const { id, teacher_username } = classes[seed % classes.length] as SchoolClass;
    const teacher = teacher_username as string;
    const week = firstOpenWeek + (Math.floor(seed / classes.length) % openWeeks);
    const run: SheetRun = { request, random, teacher, id, week };
    const device = await openTwoTabs(playwright.chromium, network, teacher);
    const openSheet = async () => {
      const tab = pick(random, device.tabs);
      await tab.goto(`/classes?week=${week}`);
      await waitForSheet(tab, week);
      return tab;
    };
    const isPoisoned = random() < 0.3;
    // Once the sheet can be rejected, a dialog may cover the offer of the new version.
    const updateStep = pick(random, ['never', 'marked', isPoisoned ? 'marked' : 'saved']);

    let tab = await openSheet();
    const students = await fetchStudents(run);
    const absent = students.filter(() => random() < 0.25);
    for (const student of absent) {
      const number = students.indexOf(student) + 1;
      await studentRow(tab, number).getByRole('button', { name: 'Vắng', exact: true }).click();
    }
    // The draft is the same in both tabs, and outlives them.
    if (updateStep === 'marked') await device.update(`v${seed}`);
    network.condition = pick(random, conditions);
    if (random() < 0.3) await device.restart();
    tab = await openSheet();
    await expect(countText(tab, `${absent.length} vắng`)).toBeVisible();
    await tab.getByRole('button', { name: 'Tất cả có mặt' }).click();

    const otherAbsent = students.filter(() => random() < 0.25);
    let isSavedElsewhere = false;
    const compete = async () => {
      if (random() < 0.25) isSavedElsewhere ||= await saveElsewhere(run, students, otherAbsent);
    };
    await compete();
    network.condition = pick(random, conditions);
    if (isPoisoned) network.rejects = /\/attendance$/;
    await saveSheet(tab);
    if (isPoisoned || random() < 0.6) {
      const message = outcomeMessage(tab);
      // The sheet of another device takes the place of a rejected one, and of its message.
      const seen = isSavedElsewhere ? message.or(savedText(tab)).first() : message;
      await expect(seen).toBeVisible();
    }
    await compete();
    for (let reloads = Math.floor(random() * 3); reloads > 0; reloads--) {
      network.condition = pick(random, conditions);
      await pick(random, device.tabs).reload();
    }
    if (random() < 0.3) await device.restart();
    if (updateStep === 'saved' && !isSavedElsewhere) await device.update(`v${seed}`);

    network.condition = 'up';
    [tab] = device.tabs;
    await tab.goto(`/classes?week=${week}`);
    const isCorrected = await settleSheet(run, tab, absent, isSavedElsewhere);
    const savedAbsent = isSavedElsewhere && !isCorrected ? otherAbsent : absent;
    expect(await fetchSavedSheet(run)).toEqual(
      students.map((student) => [
        student.full_name,
        savedAbsent.includes(student) ? 'absent' : 'present',
      ]),
    );
    for (const open of device.tabs) {
      await open.goto(`/classes?week=${week}`);
      for (const { full_name } of savedAbsent)
        await expect(savedRow(open, full_name).first()).toContainText('Vắng');
    }
    await device.remove();
  });
}

interface SheetRun {
  request: APIRequestContext;
  random: () => number;
  teacher: string;
  id: number;
  week: number;
}

/** The message that tells the teacher what became of the save. */
function outcomeMessage(page: Page) {
  const { saved, unreachable, alreadySaved } = messages.attendance;
  return page
    .getByText(saved)
    .or(page.getByText(unreachable))
    .or(page.getByText(alreadySaved))
    .or(page.getByText(rejectionMessage))
    .first();
}

/** Who saved the sheet, and when. */
const savedText = (page: Page) => page.getByText(/điểm danh lúc/);

/**
 * Waits until the sheet is settled; the teacher never has to mark a student again. Returns whether they corrected
 * the sheet of another device to what they had marked.
 */
async function settleSheet(
  run: SheetRun,
  page: Page,
  absent: Student[],
  isSavedElsewhere: boolean,
): Promise<boolean> {
  const dismissButton = page.getByRole('dialog').getByRole('button', { name: 'Đã hiểu' });
  const rejected = outboxSheet(page).getByRole('region', { name: 'Cần xem lại' });
  const isSettled = async () =>
    (await dismissButton.isVisible()) ||
    (await rejected.isVisible()) ||
    (await page.evaluate(countUnsent)) === 0;
  await expect.poll(isSettled).toBe(true);
  const wasPoisoned = remote.network.rejects !== undefined;
  remote.network.rejects = undefined;
  let isCorrected = false;
  if (await rejected.isVisible()) {
    expect(wasPoisoned || isSavedElsewhere, 'a save never conflicts with itself').toBe(true);
    const reason = wasPoisoned ? rejectionMessage : messages.attendance.alreadySaved;
    await expect(rejected).toContainText(reason);
    isCorrected = (await reviewRejectedSheet(run, page)) && isSavedElsewhere;
  }
  // The reload preceded the outbox, or the server rejected the sheet: no mark is lost.
  if (!(await fetchSavedSheet(run))) {
    await waitForSheet(page, run.week);
    await expect(countText(page, `${absent.length} vắng`)).toBeVisible();
    await saveSheet(page);
  }
  if (isCorrected) {
    await page.getByLabel('Lý do sửa').selectOption('Đánh dấu nhầm học sinh');
    await page.getByRole('button', { name: 'Lưu sửa đổi' }).click();
  }
  await expect(savedText(page).or(dismissButton).first()).toBeVisible();
  if (await dismissButton.isVisible()) {
    expect(isSavedElsewhere, 'a save never conflicts with itself').toBe(true);
    await expect(page.getByRole('dialog')).toContainText(messages.attendance.alreadySaved);
    await dismissButton.click();
  }
  await expect(savedText(page)).toBeVisible();
  await expect(saveButton(page)).toHaveCount(0);
  await expect.poll(() => page.evaluate(countUnsent)).toBe(0);
  return isCorrected;
}

/** Opens the rejected sheet again, or discards it; returns whether it was opened. */
async function reviewRejectedSheet({ random, week }: SheetRun, page: Page): Promise<boolean> {
  const isReopened = random() < 0.7;
  const sheet = outboxSheet(page);
  await sheet.getByRole('button', { name: isReopened ? 'Mở lại' : 'Bỏ' }).click();
  if (!isReopened) {
    const question = page.getByRole('dialog', { name: 'Xóa khỏi máy này?' });
    await question.getByRole('button', { name: 'Xóa' }).click();
  }
  await expect(sheet).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`week=${week}`));
  return isReopened;
}

async function fetchStudents({ request, teacher, id }: SheetRun): Promise<Student[]> {
  return (
    await (await remote.requestAs(request, teacher, 'GET', `/api/classes/${id}/students`)).json()
  ).students;
}

/** Saves from the teacher's other device on a good network; returns whether it was first. */
async function saveElsewhere(
  { request, teacher, id, week }: SheetRun,
  all: Student[],
  absent: Student[],
) {
  const students = all.map((student) => ({
    id: student.id,
    status: absent.includes(student) ? 'absent' : 'present',
  }));
  const data = { week, date: getVietnamDate(new Date()), students };
  const path = attendance.save.path.replace('{id}', String(id));
  const status = (await remote.requestAs(request, teacher, 'POST', path, data)).status();
  expect([201, 409]).toContain(status);
  return status === 201;
}

async function fetchSavedSheet({ request, teacher, id, week }: SheetRun) {
  const path = attendance.weeks.path.replace('{id}', String(id));
  const { weeks } = await (await remote.requestAs(request, teacher, 'GET', path)).json();
  const sheets = (weeks as AttendanceWeek[]).filter((sheet) => sheet.week === week);
  expect(sheets.length).toBeLessThanOrEqual(1);
  return sheets[0]?.records.map(({ full_name, status }) => [full_name, status]);
}

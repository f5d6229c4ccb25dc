import { messages } from '@lop-xanh/contract/messages';
import { expect, type Locator, type Page } from '@playwright/test';

/** A student's row while attendance is taken; the first row is number 1. */
export const studentRow = (page: Page, number: number): Locator =>
  page
    .getByRole('grid', { name: 'Học sinh của lớp' })
    .getByRole('row')
    .nth(number - 1);

/** A student's row on a saved sheet. */
export const savedRow = (page: Page, name: string): Locator =>
  page.getByRole('main').locator('ol > li').filter({ hasText: name });

export const countText = (page: Page, text: string): Locator =>
  page.getByText(new RegExp(`^${text}$`));

/** Waits until attendance of a week can be taken. */
export async function waitForSheet(page: Page, week: number): Promise<void> {
  await expect(page.getByRole('heading', { name: new RegExp(`Tuần ${week}\\b`) })).toBeVisible();
  await expect(studentRow(page, 1)).toBeVisible();
}

/** On a phone the sheet is a mode of its own, which a link opens. */
export async function openRoll(page: Page, week: number): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Điểm danh/ })
    .click();
  await waitForSheet(page, week);
}

/** Marks a student who has no mark yet; on a phone the button shows the state. */
export async function markAbsent(page: Page, number: number): Promise<void> {
  await studentRow(page, number)
    .getByRole('button', { name: /^(Vắng|Chưa)$/ })
    .click();
}

export const saveButton = (page: Page): Locator =>
  page.getByRole('main').getByRole('button', { name: 'Lưu điểm danh' });

/**
 * Saves and confirms, also a sheet that may be a mistake, once every student is marked and no earlier
 * dialog is open.
 */
export async function saveSheet(page: Page): Promise<void> {
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await saveButton(page).click();
  const confirm = page
    .getByRole('dialog')
    .getByRole('button', { name: /^(Lưu điểm danh|Vẫn lưu)$/ });
  await confirm.click();
}

/** Takes attendance of a week with everybody present except for some rows. */
export async function takeAttendance(
  page: Page,
  week: number,
  absentRows: number[] = [],
): Promise<void> {
  await waitForSheet(page, week);
  for (const number of absentRows) await markAbsent(page, number);
  await page.getByRole('button', { name: 'Tất cả có mặt' }).click();
  await saveSheet(page);
  await expect(page.getByText(messages.attendance.saved)).toBeVisible();
}

/** A student's row while a sheet is corrected; the first row is number 1. */
export const correctedRow = (page: Page, number: number): Locator =>
  page
    .getByRole('grid', { name: 'Học sinh trong buổi điểm danh' })
    .getByRole('row')
    .nth(number - 1);
export const correctButton = (page: Page) => page.getByRole('button', { name: 'Sửa điểm danh' });
export const saveCorrection = (page: Page) => page.getByRole('button', { name: 'Lưu sửa đổi' });

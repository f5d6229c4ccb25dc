import { expect, type Locator, type Page } from '@playwright/test';

/** The row of a student on the roll, or on a saved sheet. */
export const row = (page: Page, place: number): Locator =>
  page
    .getByRole('grid', { name: 'Học sinh của lớp' })
    .getByRole('row')
    .nth(place - 1);

export const sheetRow = (page: Page, name: string): Locator =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: name });

export const count = (page: Page, words: string): Locator =>
  page.getByText(new RegExp(`^${words}$`));

/** Waits until the roll of a week can be called. */
export async function openRoll(page: Page, week: number): Promise<void> {
  await expect(page.getByRole('heading', { name: new RegExp(`Tuần ${week}\\b`) })).toBeVisible();
  await expect(row(page, 1)).toBeVisible();
}

export const saveButton = (page: Page): Locator =>
  page.getByRole('main').getByRole('button', { name: 'Save attendance' });

/** Presses Save and agrees, once all are marked and an earlier question is gone. */
export async function save(page: Page): Promise<void> {
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await saveButton(page).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save attendance' }).click();
}

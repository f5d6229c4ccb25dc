import { expect, type Page } from '@playwright/test';
import { dialog } from './accounts.ts';
import { logIn } from './login.ts';

/** What users choose when their first password has to be changed. */
export const ownPassword = 'nang-som-27';

export interface PasswordCard {
  username: string;
  password: string;
}

export async function readPrintedCards(page: Page): Promise<PasswordCard[]> {
  const cards = await page.locator('[data-print] li').all();
  return Promise.all(
    cards.map(async (card) => {
      const [, username = '', password = ''] = await card.locator('dd').allTextContents();
      return { username, password };
    }),
  );
}

/** Imports a table of teachers and returns their password cards. */
export async function importTeachers(
  page: Page,
  name: string,
  lines: string[],
): Promise<PasswordCard[]> {
  await page.getByRole('button', { name: 'Nhập', exact: true }).click();
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) });
  await dialog(page)
    .getByRole('button', { name: `Ghi ${lines.length - 1} dòng` })
    .click();
  await expect(dialog(page).getByRole('button', { name: 'In các thẻ' })).toBeVisible();
  const cards = await readPrintedCards(page);
  await dialog(page).getByRole('button', { name: 'Xong' }).click();
  return cards;
}

/** Logs in for the first time with a card and sets a new password. */
export async function logInWithCard(page: Page, card: PasswordCard | undefined): Promise<void> {
  await page.goto('/login');
  await logIn(page, card?.username ?? '', card?.password);
  await expect(dialog(page)).toContainText('Đặt mật khẩu mới');
  await dialog(page).getByLabel('Mật khẩu mới', { exact: true }).fill(ownPassword);
  await dialog(page).getByLabel('Nhập lại mật khẩu mới').fill(ownPassword);
  await dialog(page).getByRole('button', { name: 'Lưu mật khẩu' }).click();
  await expect(dialog(page)).toHaveCount(0);
}

import { expect, type Page } from '@playwright/test';

/** Answers what a messy workbook leaves open: two birth dates and a phone to fix, and a double to judge. */
export async function answerMess(page: Page): Promise<void> {
  const main = page.getByRole('main');
  // By keyboard alone: a value and Enter, or the button for nothing.
  const write = page.getByRole('button', { name: /^Ghi/ });
  await expect(write).toBeDisabled();
  await page.getByPlaceholder('ngày/tháng/năm').first().focus();
  await page.keyboard.type('13/02/2018');
  await page.keyboard.press('Enter');
  await expect(main).toContainText('2 phải sửa');
  await expect(page.getByPlaceholder('ngày/tháng/năm').first()).toBeFocused();
  await page
    .getByRole('button', { name: /^Để trống/ })
    .first()
    .focus();
  await page.keyboard.press('Enter');
  await expect(main).toContainText('1 phải sửa');
  await page.getByRole('button', { name: /^Để trống/ }).press('Enter');
  await expect(main).toContainText('1 cần hỏi');
  await page.getByRole('button', { name: 'Là một em, cập nhật' }).press('Enter');
  await expect(main).toContainText('Không còn gì phải sửa.');
}

import { expect, type Locator, type Page } from '@playwright/test';

export const commentWith = (page: Page, text: string): Locator =>
  page.getByRole('listitem').filter({ hasText: text });
export const menuButton = (part: Locator): Locator =>
  part.getByRole('button', { name: /^Việc khác/ });

/** Reports a comment with a reason in own words, which the form asks for. */
export async function reportComment(page: Page, comment: Locator, reason: string): Promise<void> {
  await menuButton(comment).click();
  await page.getByRole('menuitem', { name: 'Báo cáo bình luận…' }).click();
  const report = page.getByRole('dialog', { name: 'Báo cáo bình luận' });
  await report.getByRole('button', { name: 'Báo cáo' }).click();
  await expect(report).toContainText('Hãy chọn một lý do');
  await report.getByLabel('Lý do khác').check();
  await report.getByLabel('Ghi lý do').fill(reason);
  await report.getByRole('button', { name: 'Báo cáo' }).click();
  await expect(page.getByText('Đã báo cáo, cảm ơn bạn')).toBeVisible();
}

/** Hides a comment that waits for a decision, for one of the reasons. */
export async function hideComment(page: Page, comment: Locator, reason: string): Promise<void> {
  await comment.getByRole('button', { name: 'Ẩn', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Ẩn bình luận?' });
  await question.getByLabel(reason).check();
  await question.getByRole('button', { name: 'Ẩn', exact: true }).click();
}

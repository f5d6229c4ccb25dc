import { cards } from '@lop-xanh/contract/cards';
import type { ResponseOf } from '@lop-xanh/contract/endpoint';
import { expect, type Page } from '@playwright/test';

type IssuedCards = ResponseOf<typeof cards.issue>;

/** Creates cards with the open dialog and returns them by class, as the server issued them. */
export async function createCards(page: Page, classCount = 1): Promise<IssuedCards[]> {
  const issued: Promise<IssuedCards>[] = [];
  page.on('response', (response) => {
    const isIssue = response.request().method() === cards.issue.method;
    if (isIssue && response.url().endsWith('/cards')) issued.push(response.json());
  });
  await page.getByRole('dialog').getByRole('button', { name: 'Tạo thẻ để in' }).click();
  await expect(page.getByRole('dialog', { name: /thẻ để in$/ })).toBeVisible();
  expect(issued).toHaveLength(classCount);
  return Promise.all(issued);
}

export async function pick(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) await page.getByRole('button', { name, exact: true }).click();
}

import type { Page } from '@playwright/test';

/** Runs in the page: counts the actions left in its outbox. */
export function countUnsent(): Promise<number> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('lop-xanh');
    opening.addEventListener('error', () => reject(opening.error));
    opening.addEventListener('success', () => {
      const counting = opening.result.transaction('outbox').objectStore('outbox').count();
      counting.addEventListener('success', () => {
        opening.result.close();
        resolve(counting.result);
      });
    });
  });
}

/** The button in the header that says how many changes are unsent. */
export const unsentButton = (page: Page) => page.getByRole('button', { name: /^Chưa gửi: \d+$/ });

/** The list of what is unsent. */
export const outboxSheet = (page: Page) => page.getByRole('dialog', { name: /^Chưa gửi/ });

/** Opens the list, which a rejection opens by itself. */
export async function openOutbox(page: Page) {
  await unsentButton(page).click();
  return outboxSheet(page);
}

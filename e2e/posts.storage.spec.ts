import type { Post } from '@lop-xanh/contract/posts';
import { expect, type Page, test } from '@playwright/test';
import { callAs } from './calls.ts';
import { card } from './feed.ts';
import { enterAs } from './people.ts';
import { unsentOnDevice } from './unsent.ts';

const title = 'Lớp mình trồng cây';

async function comment(page: Page, text: string): Promise<void> {
  await card(page, title).first().getByLabel('Viết bình luận').fill(text);
  await page.keyboard.press('Enter');
}

/** It is on the server once, shown once, refused never, and waits no longer. */
async function expectArrived(page: Page, text: string): Promise<void> {
  const onServer = async () => {
    const posts: Post[] = (
      await (await callAs(page.request, 'student', 'GET', '/api/posts')).json()
    ).posts;
    const comments = posts.find((post) => post.title.startsWith(title))?.comments ?? [];
    return comments.filter((one) => one.text === text).length;
  };
  await expect.poll(onServer).toBe(1);
  await expect.poll(() => page.evaluate(unsentOnDevice)).toBe(0);
  expect(await onServer()).toBe(1);
  await expect(card(page, title).first().getByText(text, { exact: true })).toHaveCount(1);
  await expect(page.getByRole('dialog', { name: 'Máy chủ không nhận' })).toHaveCount(0);
}

test('what the server took is no refusal where the device cannot note it at once', async ({
  page,
}) => {
  await enterAs(page, 'student');
  await expect(card(page, title).first()).toBeVisible();
  await page.evaluate(() => {
    const store = IDBObjectStore.prototype;
    const put = Reflect.get(store, 'put');
    let failures = 1;
    store.put = function (...given) {
      if (this.name !== 'answered' || failures-- <= 0) return Reflect.apply(put, this, given);
      this.transaction.abort();
      throw new DOMException('The disk is full', 'QuotaExceededError');
    };
  });
  const text = `Ghi lại sau ${Date.now()}`;
  await comment(page, text);
  await expectArrived(page, text);
});

test('what the device cannot read for a moment is not taken for sent, and goes out afterwards', async ({
  page,
}) => {
  await enterAs(page, 'student');
  await expect(card(page, title).first()).toBeVisible();
  await page.evaluate(() => {
    const index = IDBIndex.prototype;
    const getAll = Reflect.get(index, 'getAll');
    let failures = 3;
    index.getAll = function (...given) {
      const isMeant = this.objectStore.name === 'outbox' && failures-- > 0;
      if (!isMeant) return Reflect.apply(getAll, this, given);
      throw new DOMException('The disk is away', 'UnknownError');
    };
  });
  const text = `Đọc lại sau ${Date.now()}`;
  await comment(page, text);
  await expectArrived(page, text);
});

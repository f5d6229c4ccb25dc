import type { Post } from '@lop-xanh/contract/posts';
import { postCard } from './feed.ts';
import { openAs } from './login.ts';
import { countUnsent, outboxSheet } from './outbox.ts';
import { requestAs } from './requests.ts';
import { expect, type Page, test } from './test.ts';

const title = 'Lớp mình trồng cây';

async function comment(page: Page, text: string): Promise<void> {
  await postCard(page, title).first().getByLabel('Viết bình luận').fill(text);
  await page.keyboard.press('Enter');
}

/** Expects the comment on the server once, on screen once, not rejected and no longer in the outbox. */
async function expectSentOnce(page: Page, text: string): Promise<void> {
  const countOnServer = async () => {
    const posts: Post[] = (
      await (await requestAs(page.request, 'student', 'GET', '/api/posts')).json()
    ).posts;
    const comments = posts.find((post) => post.title.startsWith(title))?.comments ?? [];
    return comments.filter((comment) => comment.text === text).length;
  };
  await expect.poll(countOnServer).toBe(1);
  await expect.poll(() => page.evaluate(countUnsent)).toBe(0);
  expect(await countOnServer()).toBe(1);
  await expect(postCard(page, title).first().getByText(text, { exact: true })).toHaveCount(1);
  await expect(outboxSheet(page)).toHaveCount(0);
}

test('an accepted comment is not reported as rejected when the device cannot record the response at once', async ({
  page,
}) => {
  await openAs(page, 'student');
  await expect(postCard(page, title).first()).toBeVisible();
  await page.evaluate(() => {
    const store = IDBObjectStore.prototype;
    const put = Reflect.get(store, 'put');
    let failures = 1;
    store.put = function (...args) {
      if (this.name !== 'answered' || failures-- <= 0) return Reflect.apply(put, this, args);
      this.transaction.abort();
      throw new DOMException('The disk is full', 'QuotaExceededError');
    };
  });
  const text = `Ghi lại sau ${Date.now()}`;
  await comment(page, text);
  await expectSentOnce(page, text);
});

test('an outbox that cannot be read for a moment is sent afterwards', async ({ page }) => {
  await openAs(page, 'student');
  await expect(postCard(page, title).first()).toBeVisible();
  await page.evaluate(() => {
    const index = IDBIndex.prototype;
    const getAll = Reflect.get(index, 'getAll');
    let failures = 3;
    index.getAll = function (...args) {
      const shouldFail = this.objectStore.name === 'outbox' && failures-- > 0;
      if (!shouldFail) return Reflect.apply(getAll, this, args);
      throw new DOMException('The disk is away', 'UnknownError');
    };
  });
  const text = `Đọc lại sau ${Date.now()}`;
  await comment(page, text);
  await expectSentOnce(page, text);
});

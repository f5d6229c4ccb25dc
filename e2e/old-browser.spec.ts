import { readFileSync } from 'node:fs';
import { messages } from '@lop-xanh/contract/messages';
import { logIn, phone } from './login.ts';
import { requestAs } from './requests.ts';
import { expect, type Page, test } from './test.ts';
import { addTestSchool } from './test-school.ts';

/** Takes away what the oldest promised browsers lack, and what Safari does when a button is clicked. */
async function simulateOldBrowser(page: Page): Promise<void> {
  await page.addInitScript(() => {
    for (const [owner, names] of [
      [Array, ['fromAsync']],
      [Array.prototype, ['toSorted', 'toReversed', 'toSpliced', 'with']],
      [AbortSignal, ['any']],
      [Object, ['groupBy']],
      [Map, ['groupBy']],
      [Promise, ['withResolvers', 'try']],
      [Set.prototype, ['union', 'intersection', 'difference', 'isSubsetOf']],
      [URL, ['canParse', 'parse']],
      [window, ['OffscreenCanvas', 'requestIdleCallback', 'cancelIdleCallback', 'Notification']],
      [HTMLInputElement.prototype, ['showPicker']],
      [Document.prototype, ['startViewTransition']],
    ] as [object, string[]][]) {
      for (const name of names) Reflect.deleteProperty(owner, name);
    }
    const matchMedia = window.matchMedia.bind(window);
    const createBitmap = window.createImageBitmap.bind(window);
    Object.assign(window, {
      matchMedia: (query: string) => matchMedia(/[<>]/.test(query) ? 'not all' : query),
      createImageBitmap: (image: Blob, options?: ImageBitmapOptions) => {
        if (options?.imageOrientation === 'from-image') throw new TypeError('Unknown value');
        return createBitmap(image, options);
      },
    });
    // Safari does not focus a button that is clicked: nothing has the focus then.
    document.addEventListener('mousedown', (event) => {
      if (!(event.target instanceof Element && event.target.closest('button'))) return;
      event.preventDefault();
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    });
  });
}

const focusedName = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement;
    return focused?.getAttribute('aria-label') ?? focused?.textContent;
  });

test('in the oldest promised browser users log in, read, are notified, scan and keep the focus', async ({
  page,
  request,
}) => {
  const { classId: class_id, ...school } = await addTestSchool(request);
  const teacher = await school.add('Teacher', 'Hoa', { class_id });
  const student = await school.add('Student', 'An', { class_id });
  const mod = await school.add('Mod', 'Mai');
  await simulateOldBrowser(page);
  await page.goto('/login');
  await logIn(page, teacher.username);
  await page.getByRole('button', { name: 'Hôm nay lớp có gì vui?' }).click();
  const editor = page.getByRole('dialog');
  await editor.getByLabel('Tiêu đề').fill('Trồng cây');
  await editor.getByLabel('Nội dung').fill('Cả lớp cùng trồng cây.');
  await editor.getByRole('button', { name: 'Đăng bài' }).click();
  await expect(editor).toHaveCount(0);
  await expect.poll(() => focusedName(page)).toBe('Hôm nay lớp có gì vui?');
  await expect(page.getByRole('heading', { name: 'Trồng cây' })).toBeVisible();

  // The notification arrives without a reload.
  const { posts } = await (
    await requestAs(request, mod.username, 'GET', '/api/posts/pending')
  ).json();
  await page.getByRole('link', { name: messages.navigation.notifications }).first().click();
  const approval = page.getByRole('listitem').filter({ hasText: 'Trồng cây' });
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  await expect(approval).toHaveCount(0);
  const approvePath = `/api/posts/${posts[0].id}/approve`;
  const approved = await requestAs(request, mod.username, 'PUT', approvePath);
  expect(approved.ok()).toBe(true);
  await expect(approval).toBeVisible();

  await page.getByRole('button', { name: messages.navigation.logout }).click();
  await page.getByRole('dialog').getByRole('button', { name: messages.navigation.logout }).click();
  await page.setViewportSize(phone);
  await logIn(page, student.username);
  await expect(page.getByRole('heading', { name: 'Trồng cây' })).toBeVisible();
  await page.getByRole('button', { name: 'Mở menu' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(() => focusedName(page)).toBe('Mở menu');

  await page.goto('/scan-app/scan');
  await page.locator('input[type=file]').setInputFiles({
    name: 'bìa.jpg',
    mimeType: 'image/jpeg',
    buffer: readFileSync(new URL('fixtures/cardboard.jpg', import.meta.url)),
  });
  const result = page.getByRole('article', { name: 'Kết quả' });
  await expect(result.getByRole('heading', { name: 'Bìa các tông' })).toBeVisible();
});

test('a browser older than that says what to update, and shows no form', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(AbortSignal, 'timeout'));
  await page.goto('/login');
  await expect(page.getByText('Trình duyệt này quá cũ')).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
});

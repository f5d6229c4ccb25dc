import { readFileSync } from 'node:fs';
import { messages } from '@lop-xanh/contract/messages';
import type { Post } from '@lop-xanh/contract/posts';
import { markAbsent, saveSheet } from './attendance.ts';
import { postCard } from './feed.ts';
import { navigateTo, openAs } from './login.ts';
import { requestAs } from './requests.ts';
import { type BrowserContext, expect, type Page, test } from './test.ts';
import { addTestSchool } from './test-school.ts';

const photo = readFileSync(new URL('fixtures/cardboard.jpg', import.meta.url));

/** Runs in the page: notes the animations that start, with their lengths. */
function noteAnimations(): void {
  const started: string[] = [];
  addEventListener('animationstart', ({ animationName, target }) => {
    started.push(`${animationName} ${getComputedStyle(target as Element).animationDuration}`);
  });
  Object.assign(window, { started });
}

const listAnimations = (page: Page) =>
  page.evaluate(() => (window as unknown as { started: string[] }).started);

/** Likes a post and saves a sheet on the first page, and scans a thing on the second. */
async function likeSaveAndScan(
  context: BrowserContext,
  onDone: (page: Page, animation: RegExp) => Promise<void>,
): Promise<Page[]> {
  await context.addInitScript(noteAnimations);
  const page = await context.newPage();
  const school = await addTestSchool(page.request);
  const mod = await school.add('Mod', 'Mai');
  const teacher = await school.add('Teacher', 'Hoa', { class_id: school.classId });
  const student = await school.add('Student', 'An', { class_id: school.classId });
  const text = { title: 'Trồng cây', content: 'Cả lớp cùng trồng' };
  const added = await requestAs(page.request, teacher.username, 'POST', '/api/posts', text);
  const { id }: Post = await added.json();
  await requestAs(page.request, mod.username, 'PUT', `/api/posts/${id}/approve`);

  await openAs(page, teacher.username);
  const like = postCard(page, text.title).getByRole('button', { name: /^Thích/ });
  await like.click();
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await onDone(page, /pop.* 0\.18s$/);
  await navigateTo(page, '/classes');
  await markAbsent(page, 1);
  await saveSheet(page);
  await expect(page.getByText(messages.attendance.saved)).toBeVisible();
  await onDone(page, celebration);

  const phonePage = await context.newPage();
  await openAs(phonePage, student.username, '/scan-app/scan');
  const file = { name: 'bia.jpg', mimeType: 'image/jpeg', buffer: photo };
  await phonePage.locator('input[type=file]').setInputFiles(file);
  await expect(phonePage.getByRole('article', { name: 'Kết quả' })).toBeVisible();
  await onDone(phonePage, celebration);
  return [page, phonePage];
}

const celebration = /jump.* 0\.9s$/;

test('a like pops, and a saved sheet and a recognized thing are celebrated', async ({
  browser,
}) => {
  const context = await browser.newContext({ reducedMotion: 'no-preference' });
  await likeSaveAndScan(context, async (page, animation) => {
    await expect.poll(() => listAnimations(page)).toContainEqual(expect.stringMatching(animation));
    await expect(page.locator('body > [aria-hidden] img')).toHaveCount(0);
  });
});

test('nothing moves for somebody who prefers less motion', async ({ browser }) => {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const pages = await likeSaveAndScan(context, async () => {});
  // Longer after the scan than its celebration would take to load.
  await navigateTo(pages[1] as Page, '/lessons');
  for (const page of pages) {
    const moving = (await listAnimations(page)).filter(
      (animation) => !/ (0|1e-05)s$/.test(animation),
    );
    expect(moving).toEqual([]);
  }
});

import { readFileSync } from 'node:fs';
import type { Post } from '@lop-xanh/contract/posts';
import { markAbsent, saveSheet } from './attendance.ts';
import { postCard } from './feed.ts';
import { navigateTo, openAs } from './login.ts';
import { requestAs } from './requests.ts';
import { expect, type Page, test } from './test.ts';
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

async function expectCelebration(page: Page): Promise<void> {
  await expect
    .poll(() => listAnimations(page))
    .toContainEqual(expect.stringMatching(/jump.* 0\.9s$/));
  await expect(page.locator('body > [aria-hidden] img')).toHaveCount(0);
}

test('a like pops, and a saved sheet and a recognized thing are celebrated', async ({
  browser,
}) => {
  const context = await browser.newContext({ reducedMotion: 'no-preference' });
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
  await expect
    .poll(() => listAnimations(page))
    .toContainEqual(expect.stringMatching(/pop.* 0\.18s$/));
  await navigateTo(page, '/classes');
  await markAbsent(page, 1);
  await saveSheet(page);
  await expectCelebration(page);

  const phonePage = await context.newPage();
  await openAs(phonePage, student.username, '/scan-app/scan');
  const file = { name: 'bia.jpg', mimeType: 'image/jpeg', buffer: photo };
  await phonePage.locator('input[type=file]').setInputFiles(file);
  await expectCelebration(phonePage);
});

import { posts } from '@lop-xanh/contract/posts';
import type { Response } from '@playwright/test';
import { openAs } from './login.ts';
import { requestAs } from './requests.ts';
import { expect, test } from './test.ts';
import { addTestSchool } from './test-school.ts';

test('a resume keeps a feed that has not changed, and shows one that has', async ({
  page,
  request,
}) => {
  const { classId: class_id, ...school } = await addTestSchool(request);
  const teacher = await school.add('Teacher', 'Hoa', { class_id });
  const student = await school.add('Student', 'An', { class_id });
  const mod = await school.add('Mod', 'Mai');
  const text = { title: 'Ngày hội tái chế', content: 'Mang vỏ hộp sữa nhé.' };
  const created = await requestAs(request, teacher.username, 'POST', posts.list.path, text);
  const toPath = (path: string, id: number) => path.replace('{id}', String(id));
  const { id } = await created.json();
  await requestAs(request, mod.username, 'PUT', toPath(posts.approve.path, id));

  const isFeed = (response: Response) => new URL(response.url()).pathname === posts.list.path;
  await page.clock.install();
  await openAs(page, student.username);
  const heading = page.getByRole('heading', { name: text.title });
  await expect(heading).toBeVisible();
  const resume = async () => {
    const [response] = await Promise.all([
      page.waitForResponse(isFeed),
      page.clock
        .fastForward(60_000)
        .then(() => page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))),
    ]);
    return response.status();
  };
  expect(await resume()).toBe(304);
  await expect(heading).toBeVisible();
  expect(await resume()).toBe(304);

  const commentPath = toPath(posts.comment.path, id);
  await requestAs(request, teacher.username, 'POST', commentPath, { text: 'Lời mới' });
  expect(await resume()).toBe(200);
  await expect(page.getByText('Lời mới')).toBeVisible();
  expect(await resume()).toBe(304);
  await expect(page.getByText('Lời mới')).toBeVisible();

  // What the device has changed itself is no longer what the server sent.
  await page.getByRole('button', { name: /^Thích, 0/ }).click();
  await expect(page.getByRole('button', { name: /^Thích, 1/ })).toBeVisible();
  expect(await resume()).toBe(200);
});

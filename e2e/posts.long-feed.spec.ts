import { posts } from '@lop-xanh/contract/posts';
import { openAs, phone } from './login.ts';
import { requestAs } from './requests.ts';
import { expect, test } from './test.ts';
import { addTestSchool } from './test-school.ts';

const postCount = 34;

test('a long feed renders what is near the screen, and a resume asks again only for that', async ({
  page,
  request,
}) => {
  const { classId: class_id, ...school } = await addTestSchool(request);
  const teacher = await school.add('Teacher', 'Hoa', { class_id });
  const student = await school.add('Student', 'An', { class_id });
  const mod = await school.add('Mod', 'Mai');
  const ids: number[] = [];
  for (let number = 1; number <= postCount; number++) {
    const text = { title: `Bài ${number}.`, content: 'Dòng\n'.repeat(8) };
    const response = await requestAs(request, teacher.username, 'POST', posts.list.path, text);
    expect(response.status()).toBe(201);
    const { id } = await response.json();
    await requestAs(request, mod.username, 'PUT', posts.approve.path.replace('{id}', String(id)));
    ids.push(id);
  }

  await page.setViewportSize(phone);
  await page.clock.install();
  await openAs(page, student.username);
  const heading = (number: number) =>
    page.getByRole('heading', { name: `Bài ${number}.`, exact: true });
  await expect(heading(postCount)).toBeVisible();
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expect(heading(1)).toBeInViewport({ timeout: 500 });
  }).toPass();
  await page.evaluate(() => scrollTo(0, 0));
  await expect(heading(postCount)).toBeInViewport();
  await expect(heading(1)).toHaveCount(0);
  expect(await page.getByRole('article').count()).toBeLessThan(postCount);

  // Somebody writes under the oldest post, which nobody sees now.
  const commentPath = posts.comment.path.replace('{id}', String(ids[0]));
  const text = { text: 'Lời mới' };
  expect((await requestAs(request, teacher.username, 'POST', commentPath, text)).ok()).toBe(true);
  const asked: string[] = [];
  page.on('request', (sent) => {
    const { pathname, search } = new URL(sent.url());
    if (pathname === posts.list.path && sent.method() === 'GET') asked.push(search);
  });
  await page.clock.fastForward(60_000);
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  const askedBelow = () => asked.filter((search) => search !== '');
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  expect(askedBelow()).toEqual([]);
  // The second page is asked for once it is seen.
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expect(page.getByText('Lời mới')).toBeInViewport({ timeout: 500 });
  }).toPass();
  expect(askedBelow()).toEqual([expect.stringMatching(/^\?before=/)]);
});

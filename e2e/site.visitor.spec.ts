import { expect, test } from '@playwright/test';

test('the API can be browsed, under the same content policy as everything else', async ({
  page,
}) => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.goto('/api/docs');
  await expect(page.getByText('/api/auth/login', { exact: true })).toBeVisible();
  expect(complaints).toEqual([]);
  const description = await (await page.request.get('/api/openapi.json')).json();
  expect(description.openapi).toMatch(/^3\.1\./);
  expect(Object.keys(description.paths)).toContain('/api/posts/{id}');
});

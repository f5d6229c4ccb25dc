import { expect, test } from './test.ts';

test('the API documentation works under the site’s content security policy', async ({ page }) => {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await page.goto('/api/docs');
  await page.getByRole('link', { name: 'auth', exact: true }).click();
  await expect(page.getByText('/api/auth/login', { exact: true })).toBeVisible();
  expect(errors).toEqual([]);
  const description = await (await page.request.get('/api/openapi.json')).json();
  expect(description.openapi).toMatch(/^3\.1\./);
  expect(Object.keys(description.paths)).toContain('/api/posts/{id}');
});

import { auth } from '@lop-xanh/contract/auth';
import { messages } from '@lop-xanh/contract/messages';
import { logIn } from './login.ts';
import { address, chromium, port } from './settings.ts';
import { expect, test } from './test.ts';

/** Unlike 127.0.0.1, this host is not a secure context without https: no worker, no hashes, no locks. */
const plainHost = 'lop-xanh.test';

test.use({
  baseURL: `http://${plainHost}:${port}`,
  launchOptions: {
    ...chromium,
    args: [...chromium.args, `--host-resolver-rules=MAP ${plainHost} 127.0.0.1`],
  },
});

test('without https, a logout made offline reaches the server with the next connection', async ({
  context,
  page,
}) => {
  await page.goto('/login');
  await logIn(page, 'parent');
  await expect(page.getByRole('article').first()).toBeVisible();
  expect(await page.evaluate(() => [isSecureContext, 'subtle' in crypto])).toEqual([false, false]);
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const headers = { authorization: `Bearer ${token}` };
  const fetchProfileStatus = async () =>
    (await page.request.get(address + auth.me.path, { headers })).status();

  await context.setOffline(true);
  await page.getByRole('button', { name: messages.navigation.logout }).click();
  await page.getByRole('dialog').getByRole('button', { name: messages.navigation.logout }).click();
  await expect(page).toHaveURL('/login');
  const readStorage = () => page.evaluate(() => ({ ...localStorage }));
  expect(JSON.stringify(await readStorage())).not.toContain(token);
  expect(await readStorage()).toHaveProperty('unsent-logouts');
  await context.setOffline(false);
  await expect.poll(fetchProfileStatus).toBe(401);
  await expect.poll(readStorage).not.toHaveProperty('unsent-logouts');
});

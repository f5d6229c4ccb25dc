import { TOTP } from 'otpauth';
import { demoPassword, logIn, openAs } from './login.ts';
import { port } from './settings.ts';
import { expect, type Page, test } from './test.ts';
import { addTestSchool } from './test-school.ts';

// Browsers have passkeys for names only, not for addresses.
test.use({ baseURL: `http://localhost:${port}` });

const expectLoggedIn = (page: Page) => expect(page.getByRole('navigation').first()).toBeVisible();

/** The browser's own authenticator, which agrees to everything. */
async function addAuthenticator(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
}

const generateCode = (secret: string, timestamp = Date.now()) =>
  new TOTP({ secret }).generate({ timestamp });

test('a teacher adds an authenticator app and a passkey, and logs in with each', async ({
  browser,
  page,
}) => {
  const school = await addTestSchool(page.request);
  const teacher = await school.add('Teacher', 'Hoa', { class_id: school.classId });
  await addAuthenticator(page);
  await openAs(page, teacher.username, '/profile');

  await page.getByRole('button', { name: 'Thêm ứng dụng xác thực' }).click();
  const appDialog = page.getByRole('dialog', { name: 'Thêm ứng dụng xác thực' });
  await appDialog.getByLabel('Mật khẩu hiện tại').fill('khong-phai-1');
  await appDialog.getByRole('button', { name: 'Tiếp tục' }).click();
  await expect(appDialog.getByRole('alert')).toContainText('Mật khẩu hiện tại không đúng');
  await appDialog.getByLabel('Mật khẩu hiện tại').fill(demoPassword);
  await appDialog.getByRole('button', { name: 'Tiếp tục' }).click();
  await expect(appDialog.getByRole('img', { name: 'Mã QR cho ứng dụng xác thực' })).toBeVisible();
  const shownSecret = await appDialog.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{1,4})+$/).textContent();
  const secret = shownSecret?.replaceAll(' ', '') ?? '';
  await appDialog.getByLabel('Mã trong ứng dụng').fill(generateCode(secret, Date.now() - 30_000));
  await appDialog.getByRole('button', { name: 'Xác nhận' }).click();
  const codes = page.getByRole('list', { name: 'Mã dự phòng' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const [recoveryCode = ''] = await codes.allTextContents();
  await page.getByRole('button', { name: 'Tôi đã cất các mã' }).click();
  await expect(page.getByText('Còn 10 mã dự phòng')).toBeVisible();

  await page.getByRole('button', { name: 'Thêm khóa truy cập' }).click();
  const passkeyDialog = page.getByRole('dialog', { name: 'Thêm khóa truy cập' });
  await passkeyDialog.getByLabel('Tên của khóa').fill('Máy ở trường');
  await passkeyDialog.getByLabel('Mật khẩu hiện tại').fill(demoPassword);
  await passkeyDialog.getByRole('button', { name: 'Thêm khóa' }).click();
  await expect(passkeyDialog).toHaveCount(0);
  const factors = page.getByRole('list', { name: 'Cách xác thực' }).getByRole('listitem');
  await expect(factors).toHaveCount(2);

  // On another device: first a wrong code, then the right one, which works once.
  const phone = await (await browser.newContext()).newPage();
  const code = generateCode(secret);
  await phone.goto('/login');
  await logIn(phone, teacher.username);
  await phone.getByLabel('Mã xác thực').fill('000000');
  await phone.getByRole('button', { name: 'Tiếp tục' }).click();
  await expect(phone.locator('form').getByRole('alert')).toContainText(
    'Mã không đúng hoặc đã được dùng',
  );
  await phone.getByLabel('Mã xác thực').fill(code);
  await phone.getByRole('button', { name: 'Tiếp tục' }).click();
  await expectLoggedIn(phone);
  await phone.evaluate(() => localStorage.removeItem('token'));
  await phone.goto('/login');
  await logIn(phone, teacher.username);
  await phone.getByLabel('Mã xác thực').fill(code);
  await phone.getByRole('button', { name: 'Tiếp tục' }).click();
  await expect(phone.locator('form').getByRole('alert')).toContainText(
    'Mã không đúng hoặc đã được dùng',
  );
  await phone.getByLabel('Mã xác thực').fill(recoveryCode);
  await phone.getByRole('button', { name: 'Tiếp tục' }).click();
  await expectLoggedIn(phone);

  // The profile lists both devices and ends the other one.
  await page.reload();
  await expect(page.getByText('Còn 9 mã dự phòng')).toBeVisible();
  const devices = page.getByRole('list', { name: 'Các máy đang đăng nhập' }).getByRole('listitem');
  await expect(devices.filter({ hasText: 'Máy này' })).toHaveCount(1);
  const others = devices.filter({ hasNotText: 'Máy này' });
  const before = await others.count();
  expect(before).toBeGreaterThan(0);
  await others.first().getByRole('button').click();
  await expect(others).toHaveCount(before - 1);

  // This device knows the passkey, which needs neither username nor password.
  await page.evaluate(() => localStorage.removeItem('token'));
  await page.goto('/login');
  await page.getByRole('button', { name: 'Đăng nhập bằng khóa truy cập' }).click();
  await expectLoggedIn(page);

  await page.goto('/profile');
  for (const name of ['Ứng dụng xác thực', 'Máy ở trường']) {
    await page.getByRole('button', { name: `Xóa ${name}` }).click();
    const removal = page.getByRole('dialog');
    await removal.getByLabel('Mật khẩu hiện tại').fill(demoPassword);
    await removal.getByRole('button', { name: 'Xóa' }).click();
    await expect(removal).toHaveCount(0);
  }
  await expect(factors).toHaveCount(0);
});

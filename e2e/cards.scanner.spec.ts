import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createCards } from './cards.ts';
import { openAs, phone } from './login.ts';
import { chromiumWithCamera, dataDir } from './settings.ts';
import { expect, test } from './test.ts';
import { addTestSchool } from './test-school.ts';

/** The fake camera repeats this picture, which it reads when it is opened. */
const videoFile = join(dirname(dataDir), 'card.mjpeg');

test.use({
  viewport: phone,
  permissions: ['camera'],
  launchOptions: {
    ...chromiumWithCamera,
    args: [
      ...chromiumWithCamera.args,
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${videoFile}`,
    ],
  },
});

test('the login page reads a printed card with the camera', async ({ browser, page }) => {
  const school = await addTestSchool(page.request);
  const inClass = { class_id: school.classId };
  const hoa = await school.add('Teacher', 'Hoa', inClass);
  await school.add('Student', 'An', inClass);

  const office = await browser.newPage({ viewport: { width: 800, height: 600 } });
  await openAs(office, hoa.username, '/cards');
  await office.getByRole('button', { name: 'In thẻ…' }).click();
  await createCards(office);
  await office.emulateMedia({ media: 'print' });
  await expect(office.locator('[data-print] svg')).toBeVisible();
  const photo = await office.screenshot({ type: 'jpeg', quality: 90 });
  writeFileSync(videoFile, Buffer.concat([photo, photo]));

  await page.goto('/login');
  await page.getByRole('link', { name: 'Đăng nhập bằng thẻ học sinh' }).click();
  await expect(page.getByRole('heading', { name: 'Chào An!' })).toBeVisible();
  await expect(page.locator('video')).toHaveCount(0);
  await page.getByRole('button', { name: 'Quét thẻ khác' }).click();
  await expect(page.getByRole('heading', { name: 'Chào An!' })).toBeVisible();
});

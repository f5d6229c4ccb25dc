import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { messages } from '@lop-xanh/contract/messages';
import type { Role } from '@lop-xanh/contract/rules/roles';
import { confirmPhotos, postCard, writePost } from './feed.ts';
import { demoUsernames, openAs } from './login.ts';
import { openOutbox } from './outbox.ts';
import { expect, type Page } from './test.ts';

/** What a screen shows only in a mode, or after somebody did something. */
interface ScreenState {
  name: string;
  open: (page: Page) => Promise<void>;
}

const cardboard = fileURLToPath(new URL('fixtures/cardboard.jpg', import.meta.url));

const openAsRole = (page: Page, role: Role, path?: string) =>
  openAs(page, demoUsernames[role], path);

export const screenStates: ScreenState[] = [
  {
    name: 'Visitor-login',
    open: async (page) => {
      await page.goto('/login');
      await expect(page.getByLabel('Tên đăng nhập')).toBeVisible();
    },
  },
  {
    name: 'Visitor-unknown-card',
    open: async (page) => {
      await page.goto('/card#unknown');
      await expect(page.getByRole('heading').first()).toBeVisible();
    },
  },
  {
    name: 'Visitor-no-camera',
    open: async (page) => {
      await page.goto('/login');
      await page.getByRole('link', { name: 'Đăng nhập bằng thẻ học sinh' }).click();
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
  {
    name: 'Teacher-roll',
    open: async (page) => {
      await openAsRole(page, 'Teacher', '/classes?view=roll');
      await expect(page.locator('main h1')).toBeAttached();
    },
  },
  {
    name: 'Teacher-editor',
    open: async (page) => {
      await openAsRole(page, 'Teacher');
      await writePost(page, 'Ngày hội đọc sách', 'Các con nhớ mang một cuốn truyện yêu thích nhé!');
    },
  },
  {
    name: 'Teacher-outbox',
    open: async (page) => {
      await openAsRole(page, 'Teacher');
      const card = postCard(page, 'Lớp mình trồng cây');
      const photos = [
        await card.locator('img[src*="/uploads/"]').first().screenshot(),
        readFileSync(cardboard),
      ];
      await card.getByLabel('Viết bình luận').fill('Cây lớn nhanh quá, cả lớp ơi!');
      const editor = await writePost(page, 'Chiều nay cả lớp trồng cây', 'Mỗi tổ một cây nhé.');
      await editor
        .locator('input[type=file]')
        .setInputFiles(
          photos.map((buffer, index) => ({ name: `${index}.jpg`, mimeType: 'image/jpeg', buffer })),
        );
      await confirmPhotos(editor);
      // Without a service worker the browser still has to fetch the sheet.
      await page.route('**/api/**', (route) => route.abort());
      await editor.getByRole('button', { name: 'Đăng bài' }).click();
      await expect(editor).toHaveCount(0);
      await card.getByRole('button', { name: /^Thích/ }).click();
      await card.getByLabel('Viết bình luận').press('Enter');
      await expect(await openOutbox(page)).toBeVisible();
    },
  },
  {
    name: 'Student-viewer',
    open: async (page) => {
      await openAsRole(page, 'Student');
      await page
        .getByRole('button', { name: /^Xem ảnh 1/ })
        .first()
        .click();
      await expect(page.locator('.yarl__slide_current img')).toBeVisible();
    },
  },
  {
    name: 'Student-scanner',
    open: async (page) => {
      await page.context().grantPermissions(['camera']);
      await openAsRole(page, 'Student', '/scan-app/scan');
      await expect(page.getByRole('button', { name: messages.scan.shoot })).toBeEnabled();
    },
  },
  {
    name: 'Student-scan-answer',
    open: async (page) => {
      await openAsRole(page, 'Student', '/scan-app/scan');
      await page.locator('input[type=file]').setInputFiles(cardboard);
      await expect(page.getByRole('article', { name: 'Kết quả' })).toBeVisible();
    },
  },
  {
    name: 'Mod-menu',
    open: async (page) => {
      await openAsRole(page, 'Mod');
      await expect(page.locator('main h1')).toBeAttached();
      await page.getByRole('button', { name: 'Mở menu' }).click();
      await expect(page.getByRole('navigation', { name: 'Menu chính' })).toBeVisible();
    },
  },
];

import { type Lesson, lessons } from '@lop-xanh/contract/lessons';
import { expect, type Page } from '@playwright/test';
import { tableRow } from './accounts.ts';
import { openAs } from './login.ts';
import { requestAs } from './requests.ts';

export const editor = (page: Page) => page.getByRole('dialog', { name: /bài giảng/i }).first();
export const openWeek = (page: Page, number: number) =>
  editor(page)
    .getByRole('button', { name: new RegExp(`^Tuần ${number}\\b`) })
    .click();
/** The rows of the weeks that the lesson has. */
export const listWeeks = (page: Page) =>
  editor(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('checkbox') });
export const saveLesson = (page: Page) => editor(page).getByRole('button', { name: 'Lưu' }).click();
export const readLesson = async (page: Page, { id }: Lesson): Promise<Lesson> =>
  (
    await requestAs(page.request, 'admin', 'GET', lessons.read.path.replace('{id}', String(id)))
  ).json();

/** Searches for a lesson: other journeys add lessons too, so its row may be on a later page. */
export async function findLesson(page: Page, title: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Tìm theo tên bài giảng' }).fill(title);
  await expect(tableRow(page, title)).toBeVisible();
}

export async function editLesson(page: Page, title: string): Promise<void> {
  await openAs(page, 'admin', '/admin/lessons');
  await findLesson(page, title);
  await page.getByRole('link', { name: `Sửa ${title}` }).click();
}

import { type Lesson, lessons } from '@lop-xanh/contract/lessons';
import { expect, type Page } from '@playwright/test';
import { row } from './accounts.ts';
import { callAs } from './calls.ts';
import { enterAs } from './people.ts';

/** The dialog in which a lesson is written. */
export const editor = (page: Page) => page.getByRole('dialog', { name: /bài giảng/i }).first();
export const openWeek = (page: Page, number: number) =>
  editor(page)
    .getByRole('button', { name: new RegExp(`^Tuần ${number}\\b`) })
    .click();
export const save = (page: Page) => editor(page).getByRole('button', { name: 'Lưu' }).click();
export const read = async (page: Page, { id }: Lesson): Promise<Lesson> =>
  (
    await callAs(page.request, 'admin', 'GET', lessons.read.path.replace('{id}', String(id)))
  ).json();

/** Other journeys add lessons too, and a row may stand on a later page: so it is searched. */
export async function find(page: Page, title: string): Promise<void> {
  await page.getByRole('searchbox').fill(title);
  await expect(row(page, title)).toBeVisible();
}

export async function edit(page: Page, title: string): Promise<void> {
  await enterAs(page, 'admin', '/admin/lessons');
  await find(page, title);
  await page.getByRole('button', { name: `Sửa ${title}` }).click();
}

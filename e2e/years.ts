import type { RolloverDraft } from '@lop-xanh/contract/years';
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { requestAs } from './requests.ts';
import { addTestSchool } from './test-school.ts';

export const yearPath = '/admin/school-year';
export const startButton = (page: Page) => page.getByRole('button', { name: /^Bắt đầu năm học/ });
export const savedText = (page: Page) => page.getByText(/Đã lưu \d\d:\d\d/);
export const checks = (page: Page) => page.getByRole('region', { name: 'Kiểm tra' });
export const teacherField = (page: Page, className: string) =>
  page.getByRole('combobox', { name: `Chủ nhiệm lớp ${className}` });
export const placeField = (page: Page, name: string) =>
  page.getByLabel(`${name} đến`, { exact: true });
/** The button that opens a grade or a class. */
export const closedRow = (page: Page, name: RegExp) =>
  page.getByRole('button', { name, expanded: false });

export async function startYear(page: Page): Promise<void> {
  await startButton(page).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Bắt đầu' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Năm học \d{4}–\d{4}$/);
}

export async function chooseTeacher(page: Page, className: string, name: string): Promise<void> {
  await teacherField(page, className).fill(name);
  await page.getByRole('option', { name: new RegExp(name) }).click();
}

export async function fetchDraft(
  request: APIRequestContext,
  username: string,
): Promise<RolloverDraft> {
  return (await requestAs(request, username, 'GET', '/api/school-years/draft')).json();
}

/** A Mod, two teachers, two students in 3A, two in 4B and one without a class. */
export async function addSmallSchool(request: APIRequestContext) {
  const school = await addTestSchool(request);
  const mod = await school.add('Mod', 'Hạnh', { isChangePass: false });
  await school.add('Teacher', 'Hoa', { class_id: school.classId });
  await school.add('Teacher', 'Nam', { class_id: school.otherClassId });
  for (const name of ['An', 'Bình']) {
    await school.add('Student', name, { class_id: school.classId });
  }
  for (const name of ['Chi', 'Dũng']) {
    await school.add('Student', name, { class_id: school.otherClassId });
  }
  await school.add('Student', 'Minh');
  return { ...school, id: Number(mod.school_id), mod: mod.username };
}

import { auth, type Profile } from '@lop-xanh/contract/auth';
import { type ClassProgress, type Lesson, lessons } from '@lop-xanh/contract/lessons';
import { buildLibrary, computeProgress } from '@lop-xanh/contract/rules/weeks';
import { expect, type Page } from '@playwright/test';
import { requestAs } from './requests.ts';

/** A class that no other journey touches: 2B, its teacher and a student. */
export const quietClass = { grade: 2, teacher: 'gv0076', student: 'hs0077' };

/** The library this user's screen must show: the contract's rules applied to the API's response. */
export async function fetchExpectedLibrary(
  page: Page,
  username: string,
  grade: number,
  calendar?: { week: number },
) {
  const response = await requestAs(
    page.request,
    username,
    'GET',
    `${lessons.list.path}?grade_id=${grade}`,
  );
  const { lessons: all, classes } = (await response.json()) as {
    lessons: Lesson[];
    classes: ClassProgress[];
  };
  const taken = classes.filter(({ grade_id }) => grade_id === grade).map(({ taken }) => taken);
  expect(all.length).toBeGreaterThan(0);
  return { ...buildLibrary(all, taken, calendar), progress: computeProgress(taken), lessons: all };
}

/** Sets the page's clock to the Monday of a week in the Mod's school calendar. */
export async function setClockToWeek(page: Page, week: number): Promise<void> {
  const response = await requestAs(page.request, 'mod', 'GET', auth.me.path);
  const { first_monday } = (await response.json()) as Profile;
  const monday = new Date(`${first_monday}T07:00:00+07:00`);
  await page.clock.setFixedTime(monday.getTime() + (week - 1) * 7 * 86_400_000);
}

export const section = (page: Page, title: string) =>
  page.getByRole('region', { name: title, exact: true });

export const cardsIn = (page: Page, title: string) => section(page, title).getByRole('link');

/** Adds a lesson as the Admin. */
export async function addLesson(
  page: Page,
  lesson: { title: string; grade_id: number; content: object[] },
): Promise<Lesson> {
  const response = await requestAs(page.request, 'admin', 'POST', lessons.create.path, lesson);
  expect(response.status()).toBe(201);
  return response.json();
}

export async function deleteLesson(page: Page, { id }: Lesson): Promise<void> {
  await requestAs(page.request, 'admin', 'DELETE', lessons.delete.path.replace('{id}', String(id)));
}

export function makeWeek(number: number, title: string, more: object = {}) {
  return { week: number, title, summary: `Tóm tắt của ${title}`, ...more };
}

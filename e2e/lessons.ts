import { type Lesson, lessons, type TaughtClass } from '@lop-xanh/contract/lessons';
import { libraryOf, progressOf } from '@lop-xanh/contract/rules/weeks';
import { expect, type Page } from '@playwright/test';
import { callAs } from './calls.ts';

/** A class that no other journey touches: 2B, its teacher and a student. */
export const quietClass = { grade: 2, teacher: 'gv0076', student: 'hs0077' };

/** What the rules make of the answer that this person gets: what their screen has to show. */
export async function expectedLibrary(
  page: Page,
  username: string,
  grade: number,
  calendar?: { week: number },
) {
  const answer = await callAs(
    page.request,
    username,
    'GET',
    `${lessons.list.path}?grade_id=${grade}`,
  );
  const { lessons: all, classes } = (await answer.json()) as {
    lessons: Lesson[];
    classes: TaughtClass[];
  };
  const taken = classes.filter(({ grade_id }) => grade_id === grade).map(({ taken }) => taken);
  expect(all.length).toBeGreaterThan(0);
  return { ...libraryOf(all, taken, calendar), progress: progressOf(taken), lessons: all };
}

/** A section of the library, by its heading. */
export const section = (page: Page, title: string) =>
  page.getByRole('region', { name: title, exact: true });

export const cardsIn = (page: Page, title: string) => section(page, title).getByRole('link');

/** A lesson of this test's own; the Admin adds it. */
export async function addLesson(
  page: Page,
  lesson: { title: string; grade_id: number; content: object[] },
): Promise<Lesson> {
  const answer = await callAs(page.request, 'admin', 'POST', lessons.create.path, lesson);
  expect(answer.status()).toBe(201);
  return answer.json();
}

export async function removeLesson(page: Page, { id }: Lesson): Promise<void> {
  await callAs(page.request, 'admin', 'DELETE', lessons.remove.path.replace('{id}', String(id)));
}

export function week(number: number, title: string, more: object = {}) {
  return { week: number, title, summary: `Tóm tắt của ${title}`, ...more };
}

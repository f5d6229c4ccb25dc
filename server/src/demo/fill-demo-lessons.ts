import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { id } from '@lop-xanh/contract/fields';
import sql from 'sql-template-tag';
import type { Db } from '../database/database.ts';
import { insertRows } from '../database/insert-rows.ts';
import type { NewFiles } from '../storage/stored-files.ts';
import { drawMotif, getMotifKey } from './demo-motifs.ts';
import { type DemoWeek, parseDemoLesson } from './parse-demo-lesson.ts';

const folder = new URL('../../demo/', import.meta.url);

/** One lesson for each grade, and a second one for the third. */
const files = [
  { grade: 1, file: 'grade-1.md' },
  { grade: 2, file: 'grade-2.md' },
  { grade: 3, file: 'grade-3.md' },
  { grade: 3, file: 'grade-3-garden.md' },
  { grade: 4, file: 'grade-4.md' },
  { grade: 5, file: 'grade-5.md' },
];

export async function fillDemoLessons(db: Db, newFiles: NewFiles): Promise<void> {
  const lessons = await Promise.all(
    files.map(async ({ grade, file }) => ({
      grade,
      ...parseDemoLesson(await readFile(new URL(file, folder), 'utf8')),
    })),
  );
  const thumbnails = await storeThumbnails(
    db,
    newFiles,
    lessons.flatMap(({ weeks }) => weeks),
  );
  for (const { grade, title, weeks } of lessons) {
    const lesson_id = await db.value(
      id,
      sql`insert into lessons (grade_id, title) values (${grade}, ${title}) returning id`,
    );
    const rows = weeks.map(({ motif, ...week }, position) => ({
      ...week,
      lesson_id,
      position,
      thumbnail: thumbnails.get(getMotifKey(motif, week.week)) ?? null,
    }));
    await db.run(insertRows('lesson_weeks', rows));
  }
}

/** Draws each thumbnail once, however many weeks use it. */
async function storeThumbnails(
  db: Db,
  newFiles: NewFiles,
  weeks: DemoWeek[],
): Promise<Map<string, string>> {
  const distinct = new Map(weeks.map((week) => [getMotifKey(week.motif, week.week), week]));
  const stored = await Promise.all(
    [...distinct].map(async ([key, { motif, week }]) => {
      const picture = await drawMotif(motif, week);
      const file = await newFiles.add('webp', picture.length, Readable.from([picture]));
      return [key, file] as const;
    }),
  );
  const names = stored.map(([, file]) => file);
  await db.run(sql`insert into lesson_thumbnails (file) select unnest(${names}::text[])`);
  return new Map(stored);
}

import { id } from '@lop-xanh/contract/fields';
import { getSchoolYear, getVietnamDate } from '@lop-xanh/contract/rules/dates';
import sql from 'sql-template-tag';
import type { Db } from '../database/database.ts';
import { insertRows } from '../database/insert-rows.ts';
import { storeImage } from '../storage/receive-form.ts';
import type { NewFiles } from '../storage/stored-files.ts';
import { type Drawing, renderDrawing } from './demo-drawings.ts';
import { demoPosts } from './demo-posts.ts';

export interface DemoAuthor {
  id: number;
  schoolId: number;
  classId: number;
  /** The students of the author's class, who like and comment. */
  students: number[];
  modId: number;
}

export async function fillDemoPosts(
  db: Db,
  newFiles: NewFiles,
  authors: Record<(typeof demoPosts)[number]['author'], DemoAuthor>,
): Promise<void> {
  for (const post of demoPosts) {
    const author = authors[post.author];
    const createdAt = getCreationTime(post);
    const row = {
      school_id: author.schoolId,
      author_id: author.id,
      class_id: author.classId,
      title: post.title,
      content: post.content,
      status: post.status,
      reason: post.reason ?? null,
      decided_by: post.status === 'pending' ? null : author.modId,
      created_at: new Date(createdAt).toISOString(),
      photos_confirmed_at: post.pictures ? new Date(createdAt).toISOString() : null,
    };
    const post_id = await db.value(id, sql`${insertRows('posts', [row])} returning id`);
    const minutesLater = (minutes: number) => new Date(createdAt + minutes * 60_000).toISOString();

    const likes = author.students
      .slice(0, post.likes ?? 0)
      .map((user_id, index) => ({ post_id, user_id, created_at: minutesLater(60 + index) }));
    if (likes.length > 0) await db.run(insertRows('likes', likes));

    const comments = (post.comments ?? []).map((text, index) => ({
      school_id: author.schoolId,
      post_id,
      user_id: author.students[index] as number,
      text,
      created_at: minutesLater(90 + index * 7),
    }));
    if (comments.length > 0) await db.run(insertRows('comments', comments));

    for (const [position, drawing] of (post.pictures ?? []).entries()) {
      const attachment = await storeDrawing(drawing, newFiles);
      const file = { ...attachment, post_id, school_id: author.schoolId, position };
      await db.run(insertRows('attachments', [file]));
    }
  }
}

function getCreationTime({ written }: (typeof demoPosts)[number]): number {
  if ('hoursAgo' in written) return Date.now() - written.hoursAgo * 3_600_000;
  // Spring and early summer of the last school year are in the calendar year in which this one began.
  const year = getSchoolYear(getVietnamDate(new Date()));
  return Date.parse(`${year}-${written.lastYearOn}T09:00:00+07:00`);
}

async function storeDrawing(drawing: Drawing, newFiles: NewFiles) {
  const stored = await storeImage(await renderDrawing(drawing), newFiles);
  return { ...stored, filename: `${drawing}.png` };
}

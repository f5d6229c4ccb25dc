import type { Db } from '../database/database.ts';
import { keepDrawn } from '../storage/receive-form.ts';
import type { NewFiles } from '../storage/stored-files.ts';
import { type Drawing, draw } from './demo-pictures.ts';
import { demoPosts } from './demo-posts.ts';

interface Author {
  id: number;
  schoolId: number;
  /** Those who like and comment: students of the author's class. */
  students: number[];
  modId: number;
}

/** Posts in every state, with pictures, likes and comments. */
export async function fillDemoPosts(
  db: Db,
  newFiles: NewFiles,
  authors: Record<(typeof demoPosts)[number]['author'], Author>,
): Promise<void> {
  for (const post of demoPosts) {
    const author = authors[post.author];
    const writtenAt = Date.now() - post.hoursAgo * 3_600_000;
    const { id } = await db
      .insertInto('posts')
      .values({
        school_id: author.schoolId,
        author_id: author.id,
        title: post.title,
        content: post.content,
        status: post.status,
        reason: post.reason ?? null,
        decided_by: post.status === 'pending' ? null : author.modId,
        created_at: new Date(writtenAt).toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const later = (minutes: number) => new Date(writtenAt + minutes * 60_000).toISOString();

    const likes = author.students
      .slice(0, post.likes ?? 0)
      .map((user_id, at) => ({ post_id: id, user_id, created_at: later(60 + at) }));
    if (likes.length > 0) await db.insertInto('likes').values(likes).execute();

    const comments = (post.comments ?? []).map((text, at) => ({
      post_id: id,
      user_id: author.students[at] as number,
      text,
      created_at: later(90 + at * 7),
    }));
    if (comments.length > 0) await db.insertInto('comments').values(comments).execute();

    for (const [position, drawing] of (post.pictures ?? []).entries()) {
      const picture = await storeDrawing(drawing, newFiles);
      await db
        .insertInto('attachments')
        .values({ ...picture, post_id: id, school_id: author.schoolId, position })
        .execute();
    }
  }
}

async function storeDrawing(drawing: Drawing, newFiles: NewFiles) {
  const kept = await keepDrawn(await draw(drawing), newFiles);
  return { ...kept, filename: `${drawing}.png` };
}

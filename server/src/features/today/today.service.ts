import type { ResponseOf } from '@lop-xanh/contract/endpoint';
import { getVietnamDate } from '@lop-xanh/contract/rules/dates';
import type { LessonCard, StudentDay, today } from '@lop-xanh/contract/today';
import type { Db } from '../../database/database.ts';
import type { Viewer } from '../../storage/signed-urls.ts';
import { signThumbnail } from '../lessons/lessons.service.ts';
import { listDays } from './today.queries.ts';

/** The day of a student, or of each child of a parent. */
export async function readToday(db: Db, viewer: Viewer): Promise<ResponseOf<typeof today.read>> {
  const { id, role, student_ids } = viewer.actor;
  const date = getVietnamDate(new Date());
  const students = await listDays(db, {
    studentIds: role === 'Student' ? [id] : student_ids,
    date,
  });
  return { date, students: students.map((day) => signDay(viewer, day)) };
}

function signDay(viewer: Viewer, day: StudentDay): StudentDay {
  const sign = (card: LessonCard | null) =>
    card && { ...card, thumbnail: card.thumbnail && signThumbnail(viewer, card.thumbnail).url };
  return { ...day, next: sign(day.next), taught: sign(day.taught) };
}

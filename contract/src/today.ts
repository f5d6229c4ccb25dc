import { z } from 'zod';
import { attendanceStatus, isExcused } from './attendance.ts';
import { endpoint } from './endpoint.ts';
import { id } from './fields.ts';
import { weekEntry } from './lessons.ts';

/** An active lesson of a week on the home page. */
export const lessonCard = weekEntry
  .pick({ week: true, title: true, thumbnail: true, items: true })
  .extend({ lesson_id: id });
export type LessonCard = z.infer<typeof lessonCard>;

/** What a student's day looks like: for the student, or for each child of a parent. */
export const studentDay = z.object({
  student_id: id,
  full_name: z.string(),
  first_name: z.string(),
  avt: z.string(),
  school_id: id,
  school_name: z.string(),
  class_id: id.nullable(),
  class_name: z.string().nullable(),
  /** The record of today; null until the sheet is saved. */
  attendance: z
    .object({
      status: attendanceStatus,
      isExcused,
      week: z.number().int(),
      takenAt: z.string(),
    })
    .nullable(),
  /** The leave note for today that is not refused or withdrawn. */
  leave: z.object({ id, last_day: z.string(), reason: z.string() }).nullable(),
  /** The first lesson that the class has not had yet; null at the end of the year. */
  next: lessonCard.nullable(),
  /** The last one that it has had. */
  taught: lessonCard.nullable(),
});
export type StudentDay = z.infer<typeof studentDay>;

export const today = {
  read: endpoint({
    method: 'GET',
    path: '/api/me/today',
    summary: "Today's attendance and lessons of the student, or of each child of a parent",
    access: { Student: 'self', Parent: 'own children' },
    response: z.object({
      /** In Vietnam. */
      date: z.string(),
      students: z.array(studentDay),
    }),
  }),
};

import type { CommentStatus } from '@lop-xanh/contract/comments';
import { id } from '@lop-xanh/contract/fields';
import type { PostStatus } from '@lop-xanh/contract/posts';
import type { Picture } from '@lop-xanh/contract/rules/pictures';
import type { Role } from '@lop-xanh/contract/rules/roles';
import { getFirstMonday } from '@lop-xanh/contract/rules/weeks';
import sql, { join, raw } from 'sql-template-tag';
import type { Database, Db } from '../database/database.ts';
import { insertRows } from '../database/insert-rows.ts';
import { createActorFinder, openSession } from '../features/auth/sessions.service.ts';
import { hashToken } from '../features/auth/tokens.ts';
import { generateSecret, hashSecret, joinPictures } from '../features/cards/cards.rules.ts';
import type { Actor } from '../http/authentication.ts';
import { newFileName } from '../storage/storage.ts';

export const password = 'matkhau123';

/** The hash of `password`, precomputed: most tests never log in and need no hashing thread. */
export const passwordHash =
  '$argon2id$v=19$m=19456,t=2,p=1$/KnVWbSt4B0FhklG1Y8MDQ$vG3XSKdwB3aUBFZO5xj55U6MO8VUaMvxLdzPiO6iDeA';

interface UserFields {
  role: Role;
  school_id?: number;
  class_id?: number;
  status?: 'active' | 'inactive';
  must_change_password?: boolean;
  first_name?: string;
  last_name?: string;
  phone?: string;
}

export interface TestUser {
  id: number;
  username: string;
  token: string;
}

let count = 0;

/** Inserts a row and returns its id. */
export function insertRow(db: Db, table: string, row: object): Promise<number> {
  return db.value(id, sql`${insertRows(table, [row])} returning id`);
}

/** Sets the given columns of a row. */
export async function updateRow(db: Db, table: string, id: number, row: object): Promise<void> {
  const changes = Object.entries(row).map(([column, value]) => sql`${raw(column)} = ${value}`);
  await db.run(sql`update ${raw(table)} set ${join(changes)} where id = ${id}`);
}

/** Adds a user and opens a session for them. */
export async function addUser({ db }: Pick<Database, 'db'>, fields: UserFields): Promise<TestUser> {
  const username = `${fields.role.toLowerCase()}.${++count}`;
  const { class_id, ...columns } = fields;
  const row = { username, password_hash: passwordHash, first_name: 'An', ...columns };
  const userId = await insertRow(db, 'users', row);
  if (class_id) await addMembership(db, { userId, classId: class_id });
  return { id: userId, username, token: await openSession(db, userId) };
}

/** Puts a user into a class, from now on unless the test says since when. */
async function addMembership(
  db: Db,
  { userId, classId, since }: { userId: number; classId: number; since?: string },
): Promise<void> {
  await db.run(sql`
    insert into memberships (school_id, class_id, user_id, kind, started_at)
    select class.school_id, class.id, "user".id,
           case "user".role when 'Student' then 'student' else 'homeroom' end,
           coalesce(${since}::timestamptz, clock_timestamp())
    from classes class, users "user" where class.id = ${classId} and "user".id = ${userId}`);
}

/** Lets a teacher stand in for the homeroom teacher of a class between two moments. */
export function addSubstitution(
  db: Db,
  { userId, classId, from, until }: { userId: number; classId: number; from: Date; until: Date },
): Promise<number> {
  return db.value(
    id,
    sql`
      insert into memberships (school_id, class_id, user_id, kind, started_at, ended_at)
      select school_id, id, ${userId}, 'substitute', ${from.toISOString()}::timestamptz,
             ${until.toISOString()}::timestamptz
      from classes where id = ${classId}
      returning id`,
  );
}

/** Moves a user to another class, or out of theirs. */
export async function moveUser(
  db: Db,
  { userId, classId }: { userId: number; classId: number | null },
): Promise<void> {
  await db.run(sql`
    update memberships set ended_at = clock_timestamp()
    where user_id = ${userId} and ended_at is null`);
  if (classId) await addMembership(db, { userId, classId });
}

/** Deletes a user like an Admin does. */
export async function deleteUser(db: Db, userId: number): Promise<void> {
  await moveUser(db, { userId, classId: null });
  await updateRow(db, 'users', userId, { deleted_at: new Date().toISOString() });
}

/** Null for a user without a class. */
export async function readClassId(db: Db, userId: number): Promise<number | null> {
  const [classId = null] = await db.values(
    id,
    sql`select class_id from current_members where user_id = ${userId}`,
  );
  return classId;
}

export function findSessionId(db: Db, token: string): Promise<number> {
  return db.value(id, sql`select id from sessions where token_hash = ${hashToken(token)}`);
}

/** The actor that the server derives from this user's session. */
export async function loadActor(database: Database, { token }: TestUser): Promise<Actor> {
  const sessionId = await findSessionId(database.db, token);
  return (await createActorFinder(database.db).findBySession(sessionId)) as Actor;
}

export function addSchool(db: Db, name = 'TH Kim Đồng'): Promise<number> {
  return insertRow(db, 'schools', { school_name: name });
}

/** A class of the school's current year, or of another one, which is added if it is missing. */
export async function addClass(
  db: Db,
  schoolId: number,
  name = '3A',
  grade = 3,
  year?: number,
): Promise<number> {
  if (year) await addSchoolYear(db, schoolId, year);
  return db.value(
    id,
    sql`
      insert into classes (school_id, year, name, grade_id)
      select school_id, coalesce(${year}, max(year)), ${name}, ${grade}
      from school_years where school_id = ${schoolId}
      group by school_id
      returning id`,
  );
}

export async function addSchoolYear(db: Db, schoolId: number, year: number): Promise<void> {
  await db.run(sql`
    insert into school_years (school_id, year, first_monday)
    values (${schoolId}, ${year}, ${getFirstMonday(year)})
    on conflict do nothing`);
}

export async function addChild(
  db: Db,
  { parent, child }: { parent: { id: number }; child: { id: number } },
): Promise<void> {
  const row = { parent_id: parent.id, student_id: child.id };
  await db.run(insertRows('parents_children', [row]));
}

export const cardPictures: Picture[] = ['fish', 'sun', 'boat'];

/** Gives a student a new card with `cardPictures` and returns its secret. */
export async function addCard(
  db: Db,
  { student, issuedBy }: { student: TestUser; issuedBy: TestUser },
): Promise<string> {
  const secret = generateSecret();
  await db.run(sql`
    insert into cards (student_id, secret_hash, issued_by, pictures)
    values (${student.id}, ${hashSecret(secret)}, ${issuedBy.id}, ${joinPictures(cardPictures)})
    on conflict (student_id) do update
    set secret_hash = excluded.secret_hash, wrong_tries = 0, locked_at = null`);
  return secret;
}

/** A post of the class that its author teaches. */
export async function addPost(
  db: Db,
  {
    schoolId,
    author,
    status,
    decision = {},
  }: {
    schoolId: number;
    author: TestUser;
    status: PostStatus;
    decision?: { decided_by?: number; reason?: string };
  },
): Promise<number> {
  return insertRow(db, 'posts', {
    school_id: schoolId,
    author_id: author.id,
    class_id: await readClassId(db, author.id),
    title: 'Tin',
    content: 'Nội dung',
    status,
    ...decision,
  });
}

/** A comment in any state, with what the state needs. */
export async function addComment(
  db: Db,
  {
    postId,
    author,
    status = 'visible',
    text = 'Hay quá',
    decidedBy,
  }: {
    postId: number;
    author: TestUser;
    status?: CommentStatus;
    text?: string;
    decidedBy?: TestUser;
  },
): Promise<number> {
  return db.value(
    id,
    sql`
      insert into comments (school_id, post_id, user_id, text, status, held_for, reason, decided_by)
      select school_id, id, ${author.id}, ${text}, ${status},
             ${status === 'held' ? ['setting'] : null}::text[],
             ${status === 'hidden' ? 'Không lịch sự' : null}, ${decidedBy?.id ?? null}
      from posts where id = ${postId}
      returning id`,
  );
}

/** Adds a post's file to the database only; nothing is stored. */
export async function addAttachment(
  db: Db,
  {
    schoolId,
    postId,
    ...fields
  }: { schoolId: number; postId: number; position?: number; blurred_faces?: number },
): Promise<string> {
  const file = newFileName('webp');
  await insertRow(db, 'attachments', {
    school_id: schoolId,
    post_id: postId,
    position: 0,
    file,
    mime: 'image/webp',
    filename: 'ảnh.jpg',
    bytes: 1,
    ...fields,
  });
  return file;
}

/** Adds a lesson thumbnail to the database only. */
export async function addThumbnail(db: Db): Promise<string> {
  const file = newFileName('webp');
  await db.run(insertRows('lesson_thumbnails', [{ file }]));
  return file;
}

/** A lesson with one visible week and one hidden week. */
export async function addLesson(db: Db, grade: number): Promise<number> {
  const row = { grade_id: grade, title: `Bài giảng khối ${grade}` };
  const lessonId = await insertRow(db, 'lessons', row);
  const entry = {
    lesson_id: lessonId,
    summary: 'Tóm tắt',
    slide: 'https://docs.google.com/presentation/d/abc/embed',
    outline: ['Khởi động', 'Thực hành'],
    supplies: ['Giấy', 'Bút màu'],
  };
  const entries = [
    { ...entry, position: 0, week: 1, title: 'Nước sạch', status: 'active' },
    { ...entry, position: 1, week: 2, title: 'Bài ẩn', status: 'inactive' },
  ];
  await db.run(insertRows('lesson_weeks', entries));
  return lessonId;
}

export async function addSheet(
  db: Db,
  sheet: { schoolId: number; classId: number; week: number; takenBy: TestUser; year: number },
): Promise<void> {
  const row = {
    school_id: sheet.schoolId,
    class_id: sheet.classId,
    school_year: sheet.year,
    week: sheet.week,
    date: `${sheet.year}-09-07`,
    present: 0,
    total: 0,
    taken_by: sheet.takenBy.id,
  };
  await db.run(insertRows('attendance_sheets', [row]));
}

/** A school with two classes, a user in every role, and posts of both teachers. */
async function addSchoolWithUsers(database: Database, name: string) {
  const { db } = database;
  const schoolId = await addSchool(db, name);
  const classId = await addClass(db, schoolId, '3A');
  const otherClassId = await addClass(db, schoolId, '4B', 4);
  const inSchool = { school_id: schoolId };
  const inClass = { ...inSchool, class_id: classId };
  const inOtherClass = { ...inSchool, class_id: otherClassId };
  const users = {
    mod: await addUser(database, { role: 'Mod', ...inSchool }),
    teacher: await addUser(database, { role: 'Teacher', ...inClass }),
    otherTeacher: await addUser(database, { role: 'Teacher', ...inOtherClass }),
    student: await addUser(database, { role: 'Student', ...inClass }),
    otherStudent: await addUser(database, { role: 'Student', ...inOtherClass }),
    parent: await addUser(database, { role: 'Parent', ...inSchool }),
  };
  await addChild(db, { parent: users.parent, child: users.student });
  const posts = {
    post: await addPost(db, { schoolId, author: users.teacher, status: 'approved' }),
    pendingPost: await addPost(db, { schoolId, author: users.teacher, status: 'pending' }),
    otherPost: await addPost(db, { schoolId, author: users.otherTeacher, status: 'approved' }),
  };
  return { schoolId, classId, otherClassId, ...users, ...posts };
}

/** Two schools that must never see each other, lessons of two grades, an Admin, and two users who cannot act. */
export async function addTwoSchools(database: Database) {
  const ours = await addSchoolWithUsers(database, 'TH Kim Đồng');
  const theirs = await addSchoolWithUsers(database, 'TH Lê Văn Tám');
  const inSchool = { role: 'Teacher', school_id: ours.schoolId } as const;
  return {
    ours,
    theirs,
    lesson: await addLesson(database.db, 3),
    otherLesson: await addLesson(database.db, 4),
    admin: await addUser(database, { role: 'Admin' }),
    inactive: await addUser(database, { ...inSchool, status: 'inactive' }),
    mustChange: await addUser(database, { ...inSchool, must_change_password: true }),
  };
}
export type TwoSchools = Awaited<ReturnType<typeof addTwoSchools>>;

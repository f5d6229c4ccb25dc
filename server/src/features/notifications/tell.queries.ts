import type { Run } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';

const insert = `insert into notifications (user_id, type, ref_id, sender_id, class_id, about)`;

/** Nobody is told of their own act, nor anybody who cannot come. */
const mayBeTold = (person: string, sender: string) =>
  `${person}.id <> ${sender} and ${person}.status = 'active' and ${person}.deleted_at is null`;

/** A part of a statement: the Mods of the school are told of what `post` gives. */
export const tellingMods = (post: string) => `
  ${insert}
  select mod.id, 'post_pending', post.id, author.id, author.class_id, post.title
  from ${post} post
  join users author on author.id = post.author_id
  join users mod on mod.school_id = post.school_id and mod.role = 'Mod'
    and ${mayBeTold('mod', 'author.id')}`;

interface Reaction {
  /** Gives a row if it happened. */
  act: string;
  post: string;
  sender: string;
}

/** A part of a statement: the author of `post` is told. */
export const tellingAuthor = (type: 'like_agg' | 'comment', { act, post, sender }: Reaction) => `
  ${insert}
  select author.id, '${type}', post.id, ${sender}, null, post.title
  from ${act} act, ${post} post
  join users author on author.id = post.author_id
  where ${mayBeTold('author', sender)}
  on conflict do nothing`;

/** The same for a like taken back: its news goes, unless it was read. */
export const untellingAuthor = ({ act, post, sender }: Reaction) => `
  delete from notifications told using ${act} act, ${post} post
  where told.user_id = post.author_id and told.ref_id = post.id and told.bucket is not null
    and told.sender_id = ${sender} and told.read_at is null`;

/** The Mods of the school: a post waits for them again. */
export async function tellOfPending(run: Run, postId: number): Promise<void> {
  await run({
    name: 'tell-of-pending',
    text: `with post as (select * from posts where id = $1::bigint) ${tellingMods('post')}`,
    values: [postId],
  });
}

/** The author, and of an approved post the students of their class and those students' parents. */
export async function tellOfDecision(
  run: Run,
  actor: Actor,
  { postId, decision }: { postId: number; decision: 'approved' | 'rejected' },
): Promise<void> {
  await run({
    name: 'tell-of-decision',
    text: `
      with post as (
        select post.id, post.title, post.author_id, author.class_id
        from posts post join users author on author.id = post.author_id
        where post.id = $1::bigint
      ), student as (
        select student.id from post join users student on student.class_id = post.class_id
        where student.role = 'Student' and student.deleted_at is null and $3::text = 'approved'
      ), reader as (
        select id from student
        union
        select parent_id from student join parents_children on student_id = student.id
      ), news as (
        select author_id as id, 'post_' || $3 as type, $2::bigint as sender_id, null::bigint as class_id
        from post
        union all
        select reader.id, 'post_new', post.author_id, post.class_id from reader, post
      )
      ${insert}
      select person.id, news.type, post.id, news.sender_id, news.class_id, post.title
      from post, news join users person on person.id = news.id and ${mayBeTold('person', '$2::bigint')}`,
    values: [postId, actor.id, decision],
  });
}

/** The Mods of the school: a class has its roll of a week. */
export async function tellOfAttendance(
  run: Run,
  actor: Actor,
  { schoolId, classId, week }: { schoolId: number; classId: number; week: number },
): Promise<void> {
  await run({
    name: 'tell-of-attendance',
    text: `
      ${insert}
      select mod.id, 'attendance_saved', $3::bigint, $2::bigint, $3::bigint, $4::text
      from users mod
      where mod.school_id = $1::bigint and mod.role = 'Mod' and ${mayBeTold('mod', '$2::bigint')}`,
    values: [schoolId, actor.id, classId, week],
  });
}

/** Whoever has another class, or none any more. */
export async function tellOfMoves(
  run: Run,
  actor: Actor,
  moves: { userId: number; from: number | null; to: number | null }[],
): Promise<void> {
  await run({
    name: 'tell-of-moves',
    text: `
      ${insert}
      select person.id, 'class_changed', class.id, $1::bigint, move.to_id, class.name
      from unnest($2::bigint[], $3::bigint[], $4::bigint[]) as move (user_id, from_id, to_id)
      join users person on person.id = move.user_id and ${mayBeTold('person', '$1::bigint')}
      join classes class on class.id = coalesce(move.to_id, move.from_id)`,
    values: [
      actor.id,
      moves.map(({ userId }) => userId),
      moves.map(({ from }) => from),
      moves.map(({ to }) => to),
    ],
  });
}

/** Whoever got a new password from somebody else. */
export async function tellOfResets(run: Run, actor: Actor, userIds: number[]): Promise<void> {
  await run({
    name: 'tell-of-resets',
    text: `
      ${insert}
      select person.id, 'password_reset', person.id, $1::bigint, null, null
      from users person
      where person.id = any($2::bigint[]) and ${mayBeTold('person', '$1::bigint')}`,
    values: [actor.id, userIds],
  });
}

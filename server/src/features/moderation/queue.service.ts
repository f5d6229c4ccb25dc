import type { Comment, HoldReason } from '@lop-xanh/contract/comments';
import {
  type ModerationCounts,
  type ModerationItem,
  type ModerationKind,
  moderationKinds,
} from '@lop-xanh/contract/moderation';
import type { PageQuery } from '@lop-xanh/contract/paging';
import type { Post } from '@lop-xanh/contract/posts';
import type { Db } from '../../database/database.ts';
import { addJsonFields, JsonText } from '../../http/json-text.ts';
import { rejectCursor } from '../../http/paging.ts';
import type { Viewer } from '../../storage/signed-urls.ts';
import { readCommentsById } from '../posts/comments.service.ts';
import { readPostsById } from '../posts/posts.service.ts';
import { checkText } from './check-text.service.ts';
import {
  countQueue,
  listQueue,
  type QueueFilter,
  type QueuePosition,
  type QueueRow,
} from './queue.queries.ts';
import { readSchoolSettings } from './settings.service.ts';

export { describeKind } from './queue.queries.ts';

interface QueuePage {
  items: ModerationItem[];
  next: string | null;
  counts: ModerationCounts;
}

/** Five statements, whatever the length of the queue. */
export async function readQueue(
  db: Db,
  viewer: Viewer,
  { limit, before, ...filter }: PageQuery & QueueFilter,
): Promise<JsonText<QueuePage>> {
  const after = before ? decodePosition(before) : undefined;
  const rows = await listQueue(db, viewer.actor, { ...filter, after, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const [posts, comments, { words }, counts] = await Promise.all([
    readPostsById(db, viewer, [...new Set(page.map(({ post_id }) => post_id))]),
    readCommentsById(
      db,
      viewer.actor,
      page.flatMap(({ kind, id }) => (kind === 'post' ? [] : [id])),
    ),
    readSchoolSettings(db, viewer.actor),
    countQueue(db, viewer.actor, filter.grade_id),
  ]);
  const items = page.flatMap((row) => {
    const post = posts.get(row.post_id);
    const comment = row.kind === 'post' ? null : comments.get(row.id);
    // Deleted between the statements.
    if (!post || comment === undefined) return [];
    return [toItemJson(row, { post, comment, words })];
  });
  const list = (await Promise.all(items)).join();
  const next = rows.length > limit && last ? encodePosition(last) : null;
  return new JsonText(addJsonFields(`{"items":[${list}]}`, { next, counts }));
}

interface ItemParts {
  post: JsonText<Post>;
  comment: JsonText<Comment> | null;
  words: string[];
}

async function toItemJson(row: QueueRow, { post, comment, words }: ItemParts): Promise<string> {
  const { kind, id, since, grade_id, reports, authorRecord, audience, photoConsent } = row;
  const fields = { kind, id, since, grade_id, reports, authorRecord, audience, photoConsent };
  const findings = comment ? [] : await findInPost(post, words);
  const json = JSON.stringify({ ...fields, taken_by: row.taken_by, findings });
  return `${json.slice(0, -1)},"post":${post.text},"comment":${comment?.text ?? 'null'}}`;
}

/** The checks take milliseconds for a long post, and Mods open the same queue again and again. */
const knownFindings = new Map<string, HoldReason[]>();
const maxKnownFindings = 5_000;

async function findInPost({ text }: JsonText<Post>, words: string[]): Promise<HoldReason[]> {
  const { id, version, title, content }: Post = JSON.parse(text);
  const key = [id, version, ...words].join();
  const known = knownFindings.get(key);
  if (known) return known;
  const findings = await checkText(`${title}\n${content}`, words);
  if (knownFindings.size >= maxKnownFindings) knownFindings.clear();
  knownFindings.set(key, findings);
  return findings;
}

function encodePosition({ micros, kind, id }: QueuePosition): string {
  return Buffer.from([micros, kind, id].join()).toString('base64url');
}

function decodePosition(cursor: string): QueuePosition {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, micros, kind, id] = /^(\d{1,16}),(\w+),(\d{1,16})$/.exec(text) ?? [];
  const position = { micros: Number(micros), kind: kind as ModerationKind, id: Number(id) };
  const isValid =
    Number.isSafeInteger(position.micros) &&
    Number.isSafeInteger(position.id) &&
    moderationKinds.includes(position.kind);
  return isValid ? position : rejectCursor();
}

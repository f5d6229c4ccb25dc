import type { DataRequest, ErasurePreview, Mention } from '@lop-xanh/contract/privacy';
import type { Db } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';
import type { Viewer } from '../../storage/signed-urls.ts';
import { writeAuditEntries } from '../audit/audit.service.ts';
import { filesPath } from '../posts/posts.service.ts';
import {
  deleteAvatarPhotos,
  deleteLogins,
  emptyContacts,
  emptyMemberships,
  emptyTaughtPhotos,
  emptyUser,
} from './erase-account.queries.ts';
import {
  deleteNotifications,
  deleteReads,
  emptyAuditEntries,
  emptyComments,
  emptyConsents,
  emptyCorrections,
  emptyDepartures,
  emptyLeaveNotes,
  emptyNamesOfTheDay,
  emptyNotes,
  emptyReports,
  emptyRequests,
} from './erase-history.queries.ts';
import {
  countKept,
  erasedName,
  lockSubject,
  openAppendOnlyTables,
  type Subject,
} from './erasure.queries.ts';
import {
  findExcerpt,
  listSearchedWords,
  matchWords,
  redactJson,
  redactText,
} from './erasure.rules.ts';
import {
  type AuditTexts,
  copyTitlesToNotifications,
  findAuditTexts,
  findTexts,
  type MentionKind,
  redactTexts,
  replaceAuditTexts,
  textSources,
} from './erasure-mentions.queries.ts';
import { findPhotoFiles, listPhotos, removeFiles } from './erasure-photos.queries.ts';
import { insertErasure } from './erasure-records.queries.ts';
import { finishRequest, lockRequest, readErasureRequest } from './requests.service.ts';

type MentionKey = Pick<Mention, 'kind' | 'id'>;
type Counts = Record<string, number>;

/** What an erasure removes beside the person's own rows. */
export interface Choices {
  mentions: MentionKey[];
  /** Stored names of photos and videos. */
  files: string[];
}

export const erasureResult = 'Đã xóa dữ liệu cá nhân';

/**
 * Removes everything that names the person, in the transaction of the caller, and counts it. One statement
 * for each table; `erasure-registry.ts` lists every column.
 */
async function eraseSubject(
  db: Db,
  subject: Subject,
  choices: Choices,
): Promise<{ removed: Counts; kept: Counts }> {
  await openAppendOnlyTables(db);
  const kept = await countKept(db, subject);
  const pattern = matchWords(listSearchedWords(toIdentifiers(subject)));
  const removed = {
    // First, because it finds some entries by the name.
    audit: await emptyAuditEntries(db, subject),
    mentions: await redactMentions(db, subject, { mentions: choices.mentions, pattern }),
    photos: await removeFiles(db, choices.files),
    comments: await emptyComments(db, subject),
    reports: await emptyReports(db, subject),
    notes: await emptyNotes(db, subject),
    corrections: await emptyCorrections(db, subject),
    leave: await emptyLeaveNotes(db, subject),
    reads: await deleteReads(db, subject),
    names: await emptyNamesOfTheDay(db, subject),
    consents: await emptyConsents(db, subject),
    departures: await emptyDepartures(db, subject),
    notifications: await deleteNotifications(db, subject),
    requests: await emptyRequests(db, subject),
    sessions: await deleteLogins(db, subject),
    account: 1,
  };
  await emptyMemberships(db, subject);
  await emptyContacts(db, subject);
  await deleteAvatarPhotos(db, subject);
  await emptyTaughtPhotos(db, subject);
  await emptyUser(db, subject);
  return { removed, kept };
}

const toIdentifiers = ({ full_names, unique_words }: Subject) => ({
  fullNames: full_names,
  unique: unique_words,
});

async function redactMentions(
  db: Db,
  subject: Subject,
  { mentions, pattern }: { mentions: MentionKey[]; pattern: RegExp },
): Promise<number> {
  const redact = (text: string) => redactText(text, pattern);
  const listIds = (...kinds: MentionKind[]) =>
    mentions.flatMap(({ kind, id }) => (kinds.includes(kind) ? [id] : []));
  let count = 0;
  for (const source of textSources) {
    const ids = listIds(source.kind);
    if (ids.length > 0) count += await redactTexts(db, subject, { source, ids, redact });
  }
  const posts = listIds('post');
  if (posts.length > 0) await copyTitlesToNotifications(db, subject, posts);
  const entries = await findAuditTexts(db, subject, {
    posts,
    comments: listIds('comment', 'reason'),
    sheets: listIds('note'),
    corrections: listIds('correction'),
  });
  const redacted = entries.map(({ id, subject_name, details }) => ({
    id,
    subject_name: redact(subject_name),
    details: redactJson(details, pattern) as AuditTexts['details'],
  }));
  if (redacted.length > 0) await replaceAuditTexts(db, redacted);
  return count;
}

/** The texts of others that name the person, the newest first of each kind. */
export async function listMentions(db: Db, subject: Subject): Promise<Mention[]> {
  const { fullNames, unique } = toIdentifiers(subject);
  const words = listSearchedWords({ fullNames, unique });
  const pattern = matchWords(words);
  const uniquePattern = unique.length > 0 ? matchWords(unique) : undefined;
  const mentions = new Map<string, Mention>();
  for (const source of textSources) {
    for (const { id, texts, author, at, is_of_own_class } of await findTexts(db, subject, {
      source,
      words,
    })) {
      const excerpts = texts.flatMap((text) => findExcerpt(text, pattern) ?? []);
      const [excerpt] = excerpts;
      const key = `${source.kind} ${id}`;
      if (excerpt === undefined || mentions.has(key)) continue;
      const isLikely =
        is_of_own_class ||
        texts.some((text) => uniquePattern && findExcerpt(text, uniquePattern) !== undefined);
      mentions.set(key, { kind: source.kind, id, excerpt, author, at, isLikely });
    }
  }
  return [...mentions.values()];
}

/** Thrown to end a transaction without a trace. */
class Rehearsal extends Error {
  readonly preview: ErasurePreview;

  constructor(preview: ErasurePreview) {
    super('Only a preview');
    this.preview = preview;
  }
}

/** Erases, counts and rolls back, so that the preview can never differ from the erasure. */
export async function previewErasure(
  db: Db,
  { actor, signer }: Viewer,
  requestId: number,
): Promise<ErasurePreview> {
  try {
    return await db.transaction(async (transaction) => {
      const request = await readErasureRequest(transaction, actor, requestId);
      const subject = await lockErasableSubject(transaction, actor, request.subject_id);
      const mentions = await listMentions(transaction, subject);
      const photos = (await listPhotos(transaction, subject)).map((photo) => ({
        ...photo,
        thumb: photo.thumb && signer.sign(`${filesPath}${photo.thumb}`, actor),
      }));
      const counts = await eraseSubject(transaction, subject, { mentions: [], files: [] });
      throw new Rehearsal({ ...counts, mentions, photos });
    });
  } catch (error) {
    if (error instanceof Rehearsal) return error.preview;
    throw error;
  }
}

export async function eraseByRequest(
  db: Db,
  actor: Actor,
  {
    id,
    version,
    mentions,
    photos,
  }: { id: number; version: number; mentions: MentionKey[]; photos: number[] },
): Promise<DataRequest> {
  const request = await lockRequest(db, actor, id, version);
  const subject = await lockErasableSubject(db, actor, request.subject_id);
  const choices = { mentions, files: await findPhotoFiles(db, subject, photos) };
  await recordErasure(db, actor, { subject, choices, requestId: id });
  return finishRequest(db, actor, request, erasureResult);
}

/** Erases a person for good, with the certificate. Without an actor the audit entry is written here. */
export async function recordErasure(
  db: Db,
  actor: Actor | null,
  {
    subject,
    choices,
    requestId = null,
    erasedAt,
  }: {
    subject: Subject;
    choices: Choices;
    requestId?: number | null;
    /** Of an erasure that is repeated. */
    erasedAt?: string;
  },
): Promise<void> {
  const counts = await eraseSubject(db, subject, choices);
  await insertErasure(db, {
    userId: subject.id,
    schoolId: subject.school_id,
    requestId,
    erasedBy: actor?.id ?? null,
    erasedAt,
    ...counts,
    choices,
  });
  if (actor) return;
  await writeAuditEntries(db, actor, {
    action: 'erased',
    subject: 'account',
    id: subject.id,
    name: erasedName,
    schoolId: subject.school_id,
    details: { role: subject.role },
  });
}

/** Admins are never erased, and nobody erases themselves. */
async function lockErasableSubject(db: Db, actor: Actor, userId: number): Promise<Subject> {
  const subject = await lockSubject(db, userId);
  if (!subject || subject.is_erased) throw new AppError('not_found');
  if (subject.role === 'Admin') throw new AppError('forbidden');
  if (subject.id === actor.id) throw new AppError('own_account_protected');
  return subject;
}

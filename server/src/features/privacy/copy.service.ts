import { extname } from 'node:path';
import type { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Db } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';
import type { Storage } from '../../storage/storage.ts';
import { fileNamePart } from '../../tables/spreadsheet.ts';
import {
  type CopiedPost,
  findAccountToCopy,
  listChildrenToCopy,
  listFilesOfPosts,
  listOwnPosts,
  listReadablePosts,
  readPersonLists,
} from './copy.queries.ts';
import { namesPerson } from './copy.rules.ts';
import { toCopyPage } from './copy-page.ts';
import type { DataCopy, PersonInCopy, PostInCopy } from './data-copy.ts';
import { recordCopy } from './requests.service.ts';

/**
 * Builds the archive while it is downloaded: it is never stored. A file that can no longer be read ends
 * the download, so that no copy is incomplete without notice.
 */
export async function createCopy(
  db: Db,
  storage: Storage,
  actor: Actor,
  requestId: number,
): Promise<{ name: string; bytes: Readable }> {
  const { copy, storedNames } = await db.transaction(
    async (transaction) => {
      const subjectId = await recordCopy(transaction, actor, requestId);
      return collectCopy(transaction, actor, subjectId);
    },
    { isolation: 'repeatable read' },
  );
  const { account } = copy.person;
  return {
    name: `du-lieu-${fileNamePart(account.full_name)}.zip`,
    bytes: zipCopy(copy, storedNames, storage),
  };
}

interface Collected {
  copy: DataCopy;
  /** The names in the storage by the paths in the archive. */
  storedNames: Map<string, string>;
}

/** A Mod gets nothing of another school: neither a child who has moved there, nor posts of an earlier one. */
async function collectCopy(db: Db, actor: Actor, userId: number): Promise<Collected> {
  const schoolId = actor.role === 'Mod' ? actor.school_id : null;
  const childIds = await listChildrenToCopy(db, { parentId: userId, schoolId });
  const storedNames: Collected['storedNames'] = new Map();
  const read = (id: number, familyIds: number[]) =>
    readPerson(db, { userId: id, familyIds, schoolId, storedNames });
  const person = await read(userId, [userId, ...childIds]);
  const children: PersonInCopy[] = [];
  for (const id of childIds) children.push(await read(id, [id]));
  const created_at = new Date().toISOString();
  const copy: DataCopy = { format: 'lop-xanh-copy', version: 1, created_at, person, children };
  return { copy, storedNames };
}

interface PersonToRead {
  userId: number;
  familyIds: number[];
  schoolId: number | null;
  storedNames: Collected['storedNames'];
}

async function readPerson(db: Db, person: PersonToRead): Promise<PersonInCopy> {
  const { userId, schoolId, storedNames } = person;
  const account = await findAccountToCopy(db, userId);
  const lists = await readPersonLists(db, person);
  const ownPosts = await listOwnPosts(db, userId);
  const names = [
    account.full_name,
    account.username,
    account.identifier_code ?? '',
    ...lists.former_names.map(({ full_name }) => full_name),
  ];
  const readable = await listReadablePosts(db, { studentId: userId, schoolId });
  const naming = readable.filter(({ title, content }) =>
    namesPerson(`${title}\n${content}`, names),
  );
  const files = await listFilesOfPosts(
    db,
    [...ownPosts, ...naming].map(({ id }) => id),
  );
  const addFiles = (post: CopiedPost): PostInCopy => ({
    ...post,
    files: files
      .filter(({ post_id }) => post_id === post.id)
      .map(({ file, filename, mime, bytes }, index) => {
        const path = `files/${post.id}-${index + 1}${extname(file)}`;
        storedNames.set(path, file);
        return { path, filename, mime, bytes };
      }),
  });
  const avatar_photos = lists.avatar_photos.map(({ file, ...photo }, index) => {
    const path = `files/avatar-${userId}-${index + 1}${extname(file)}`;
    storedNames.set(path, file);
    return { path, ...photo };
  });
  const taught_photos = lists.taught_photos.map(({ file, ...photo }, index) => {
    const path = file && `files/taught-${userId}-${index + 1}${extname(file)}`;
    if (path) storedNames.set(path, file);
    return { path, ...photo };
  });
  return {
    account,
    ...lists,
    avatar_photos,
    taught_photos,
    posts: ownPosts.map(addFiles),
    posts_naming_them: naming.map(addFiles),
  };
}

function zipCopy(
  copy: DataCopy,
  storedNames: Collected['storedNames'],
  storage: Storage,
): Readable {
  const archive = new ZipFile();
  const output = archive.outputStream as PassThrough;
  const fail = (error: unknown) => output.destroy(error as Error);
  archive.on('error', fail);
  archive.addBuffer(Buffer.from(toCopyPage(copy)), 'index.html');
  archive.addBuffer(Buffer.from(JSON.stringify(copy, null, 2)), 'data.json');

  let current: Readable | undefined;
  // Whoever ends the download early leaves no open file behind.
  output.once('close', () => current?.destroy());
  const open = async (name: string) => {
    const file = await storage.open(name);
    if (!file) throw new AppError('file_unreadable');
    current = file.content;
    if (output.destroyed) current.destroy();
    return current;
  };
  for (const [path, name] of storedNames) {
    // Photos and videos are compressed already.
    archive.addReadStreamLazy(path, { compress: false }, (add) => {
      open(name).then((content) => add(null, content), fail);
    });
  }
  archive.end();
  return output;
}

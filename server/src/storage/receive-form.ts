import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { MultipartFile } from '@fastify/multipart';
import { limits } from '@lop-xanh/contract/rules/limits';
import type { FastifyRequest } from 'fastify';
import { fileTypeFromBuffer } from 'file-type';
import { AppError } from '../http/app-error.ts';
import { writeFileDurably } from './disk-storage.ts';
import {
  type EncodedImage,
  encodeAvatar,
  encodeThumbnail,
  type ImageSource,
  reEncode,
} from './images.ts';
import { newFileName } from './storage.ts';
import type { NewFiles } from './stored-files.ts';
import { cleanVideo } from './videos/clean-video.ts';

/** An uploaded file in the storage that no row references yet. */
export interface ReceivedFile {
  file: string;
  thumb: string | null;
  mime: string;
  filename: string;
  bytes: number;
  width: number | null;
  height: number | null;
}

const imageTypes = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif']);
const videoExtensions: Record<string, string> = {
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'video/quicktime': 'mov',
};
/** The file fields of our forms, and how their images are stored. */
const fields = {
  attachments: { maxFiles: limits.maxAttachments, acceptsVideos: true, store: storeImage },
  thumbnail: { maxFiles: 1, acceptsVideos: false, store: storeThumbnail },
  avatar: { maxFiles: 1, acceptsVideos: false, store: storeAvatar },
};
export type FileField = keyof typeof fields;

/** Enough of a file to detect its type. */
const headBytes = 4100;
const maxNameCharacters = 200;

/** Returns the text fields of a form, and stores its files one after another. */
export async function receiveForm(
  request: FastifyRequest,
  newFiles: NewFiles,
  { field, received }: { field: FileField; received: ReceivedFile[] },
): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  try {
    const { maxFiles, acceptsVideos } = fields[field];
    const parts = request.parts({ limits: { files: acceptsVideos ? 2 * maxFiles : maxFiles } });
    for await (const part of parts) {
      if (part.type === 'field') values[part.fieldname] = part.value;
      else if (acceptsVideos && part.fieldname === 'poster') {
        await receivePoster(part, newFiles, received.at(-1));
      } else if (part.fieldname !== field) throw new AppError('invalid_input');
      else if (received.length === maxFiles) throw new AppError('too_large');
      else {
        const hash = createHash('sha256');
        received.push(await receiveNamedFile(part, newFiles, { field, hash }));
        request.digests.push(hash.digest('base64url'));
      }
    }
  } catch (error) {
    throw isBrokenForm(error) ? new AppError('invalid_input', { cause: error }) : error;
  }
  return values;
}

/** The parser reports a missing boundary or end only in the text of its error. */
function isBrokenForm(error: unknown): boolean {
  const isKnown = error instanceof AppError || (error as { statusCode?: number }).statusCode;
  return !isKnown && error instanceof Error && /multipart|boundary|needle/i.test(error.message);
}

/** Removes characters that cannot be shown or stored, and shortens the name between characters. */
function cleanFileName(filename: string): string {
  const printable = filename.normalize('NFC').replaceAll(/[\p{Control}\p{Surrogate}]/gu, '');
  return Array.from(printable).slice(0, maxNameCharacters).join('');
}

/**
 * Receives the picture that stands for the video before it until somebody plays that. It does not count
 * among the digests: a client that repeats the request may draw another one.
 */
async function receivePoster(
  part: MultipartFile,
  newFiles: NewFiles,
  video: ReceivedFile | undefined,
): Promise<void> {
  if (!video?.mime.startsWith('video/') || video.thumb) throw new AppError('invalid_input');
  const hash = createHash('sha256');
  const poster = await receiveNamedFile(part, newFiles, { field: 'thumbnail', hash });
  video.thumb = poster.file;
  video.width = poster.width;
  video.height = poster.height;
}

async function receiveNamedFile(
  part: MultipartFile,
  newFiles: NewFiles,
  { field, hash }: { field: FileField; hash: Hash },
): Promise<ReceivedFile> {
  const filename = cleanFileName(part.filename);
  try {
    return await receiveFile(part, { filename, field, hash }, newFiles);
  } catch (error) {
    if (error instanceof AppError) error.file = filename;
    throw error;
  }
}

async function receiveFile(
  part: MultipartFile,
  { filename, field, hash }: { filename: string; field: FileField; hash: Hash },
  newFiles: NewFiles,
): Promise<ReceivedFile> {
  const { acceptsVideos, store } = fields[field];
  const chunks = part.file[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const head: Buffer[] = [];
  let length = 0;
  while (length < headBytes) {
    const { value, done } = await chunks.next();
    if (done) break;
    head.push(value);
    length += value.length;
  }
  const mime = (await fileTypeFromBuffer(Buffer.concat(head)))?.mime ?? '';
  const isImage = imageTypes.has(mime);
  const extension = isImage ? 'upload' : acceptsVideos && videoExtensions[mime];
  if (!extension) throw new AppError('unsupported_type');

  const maxBytes = isImage ? limits.maxImageBytes : limits.maxVideoBytes;
  const content = Readable.from(readLimited(head, chunks, { hash, maxBytes }));
  const original = join(newFiles.incoming, newFileName(extension));
  await writeFileDurably(original, content);
  try {
    if (isImage) return { filename, ...(await store(original, newFiles)) };
    return { filename, mime, ...(await storeVideo(original, extension, newFiles)) };
  } finally {
    await rm(original, { force: true });
  }
}

/** Yields the chunks already read and then the rest, hashes them, and throws when they exceed the limit. */
async function* readLimited(
  head: Buffer[],
  rest: AsyncIterator<Buffer>,
  { hash, maxBytes }: { hash: Hash; maxBytes: number },
) {
  let bytes = 0;
  const all = async function* () {
    yield* head;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  };
  for await (const chunk of all()) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new AppError('too_large');
    hash.update(chunk);
    yield chunk;
  }
}

const addImage = (newFiles: NewFiles, data: Buffer) =>
  newFiles.add('webp', data.length, Readable.from([data]));

/** Re-encodes an image, stores both sizes and returns the columns of an attachment. */
export async function storeImage(original: ImageSource, newFiles: NewFiles) {
  const { display, thumbnail } = await reEncode(original, newFiles.caller);
  const file = await addImage(newFiles, display.data);
  const thumb = await addImage(newFiles, thumbnail.data);
  const { width, height, data } = display;
  return { file, thumb, mime: 'image/webp', bytes: data.length, width, height };
}

/** Stores a video without its metadata. */
async function storeVideo(path: string, extension: string, newFiles: NewFiles) {
  await cleanVideo({ path, extension });
  const { size: bytes } = await stat(path);
  const file = await newFiles.add(extension, bytes, createReadStream(path));
  return { file, thumb: null, bytes, width: null, height: null };
}

/** Stores only the thumbnail of an image. */
async function storeThumbnail(original: ImageSource, newFiles: NewFiles) {
  return storeSmallImage(await encodeThumbnail(original, newFiles.caller), newFiles);
}

async function storeAvatar(original: ImageSource, newFiles: NewFiles) {
  return storeSmallImage(await encodeAvatar(original, newFiles.caller), newFiles);
}

async function storeSmallImage({ data, width, height }: EncodedImage, newFiles: NewFiles) {
  const file = await addImage(newFiles, data);
  return { file, thumb: null, mime: 'image/webp', bytes: data.length, width, height };
}

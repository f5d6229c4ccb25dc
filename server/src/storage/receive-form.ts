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
import { writeFile } from './disk-storage.ts';
import { drawCard, type Original, reEncode } from './images.ts';
import { newFileName } from './storage.ts';
import type { NewFiles } from './stored-files.ts';
import { cleanVideo } from './videos/clean-video.ts';

/** A file that has arrived and lies in the storage; nothing refers to it yet. */
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
const videoTypes: Record<string, string> = {
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'video/quicktime': 'mov',
};
/** What each field of a form may bring, and how an image of it is kept. */
const fields = {
  attachments: { most: limits.attachmentsMax, hasVideos: true, keep: keepDrawn },
  thumbnail: { most: 1, hasVideos: false, keep: keepCard },
};
export type FileField = keyof typeof fields;

/** Enough of a file to know its type by. */
const headBytes = 4100;
const nameCharactersMax = 200;

/** Takes a form in: its fields as they are, and its files into the storage one after the other. */
export async function receiveForm(
  request: FastifyRequest,
  newFiles: NewFiles,
  { field, received }: { field: FileField; received: ReceivedFile[] },
): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  try {
    for await (const part of request.parts({ limits: { files: fields[field].most } })) {
      if (part.type === 'field') values[part.fieldname] = part.value;
      else if (part.fieldname !== field) throw new AppError('invalid_input');
      else {
        const hash = createHash('sha256');
        received.push(await receiveNamed(part, newFiles, { field, hash }));
        request.digests.push(hash.digest('base64url'));
      }
    }
  } catch (error) {
    throw isBrokenForm(error) ? new AppError('invalid_input', { cause: error }) : error;
  }
  return values;
}

/** The parser tells a form without a boundary or an end by its words alone. */
function isBrokenForm(error: unknown): boolean {
  const isNamed = error instanceof AppError || (error as { statusCode?: number }).statusCode;
  return !isNamed && error instanceof Error && /multipart|boundary|needle/i.test(error.message);
}

/** Without what cannot be shown or stored, and cut between characters. */
function keptName(filename: string): string {
  const shown = filename.normalize('NFC').replaceAll(/[\p{Control}\p{Surrogate}]/gu, '');
  return Array.from(shown).slice(0, nameCharactersMax).join('');
}

/** A refusal says which of the files it is about. */
async function receiveNamed(
  part: MultipartFile,
  newFiles: NewFiles,
  { field, hash }: { field: FileField; hash: Hash },
): Promise<ReceivedFile> {
  const filename = keptName(part.filename);
  try {
    return await receiveFile(part, { filename, field, hash }, newFiles);
  } catch (error) {
    if (error instanceof AppError) error.message = `${filename}: ${error.message}`;
    throw error;
  }
}

async function receiveFile(
  part: MultipartFile,
  { filename, field, hash }: { filename: string; field: FileField; hash: Hash },
  newFiles: NewFiles,
): Promise<ReceivedFile> {
  const { hasVideos, keep } = fields[field];
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
  const extension = isImage ? 'upload' : hasVideos && videoTypes[mime];
  if (!extension) throw new AppError('unsupported_type');

  const counted = { bytes: 0, hash };
  const most = isImage ? limits.imageBytesMax : limits.videoBytesMax;
  const content = Readable.from(counting(head, chunks, counted, most));
  const original = join(newFiles.incoming, newFileName(extension));
  await writeFile(original, content);
  try {
    if (isImage) return { filename, ...(await keep(original, newFiles)) };
    return { filename, mime, ...(await keepVideo(original, extension, newFiles)) };
  } finally {
    await rm(original, { force: true });
  }
}

/** Hands on what was read already and then the rest, and stops where a file grows too large. */
async function* counting(
  head: Buffer[],
  rest: AsyncIterator<Buffer>,
  counted: { bytes: number; hash: Hash },
  most: number,
) {
  const all = async function* () {
    yield* head;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  };
  for await (const chunk of all()) {
    counted.bytes += chunk.length;
    if (counted.bytes > most) throw new AppError('too_large');
    counted.hash.update(chunk);
    yield chunk;
  }
}

/** Draws an image anew, keeps both sizes and answers what an attachment must know. */
export async function keepDrawn(original: Original, newFiles: NewFiles) {
  const { display, card } = await reEncode(original);
  const file = await newFiles.add('webp', Readable.from([display.data]));
  const thumb = await newFiles.add('webp', Readable.from([card.data]));
  const { width, height, data } = display;
  return { file, thumb, mime: 'image/webp', bytes: data.length, width, height };
}

/** Keeps a video without its metadata. */
async function keepVideo(path: string, extension: string, newFiles: NewFiles) {
  await cleanVideo({ path, extension });
  const { size: bytes } = await stat(path);
  const file = await newFiles.add(extension, createReadStream(path));
  return { file, thumb: null, bytes, width: null, height: null };
}

/** The same for a picture that is shown on cards alone. */
async function keepCard(original: Original, newFiles: NewFiles) {
  const { data, width, height } = await drawCard(original);
  const file = await newFiles.add('webp', Readable.from([data]));
  return { file, thumb: null, mime: 'image/webp', bytes: data.length, width, height };
}

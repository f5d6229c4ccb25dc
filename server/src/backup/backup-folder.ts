import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../http/app-error.ts';
import { OperatorError } from '../operator-error.ts';
import { type Digest, type Manifest, parseManifest } from './manifest.ts';

/*
 * A backup in a folder of its own, not encrypted: `tables/` (the rows of each table as gzipped JSON lines),
 * `uploads/` (the files that those rows reference) and `manifest.json`, which describes both and is written
 * last.
 */

/** A complete backup, whatever its format. */
export interface Backup {
  /** Described for the operator. */
  readonly location: string;
  readonly manifest: Manifest;
  /** The gzipped lines of a table. */
  readTable(name: string): Readable;
  /** The content of an upload; fails at its end if it is not what was backed up. */
  readUpload(name: string): Readable;
}

/** Receives a backup. Nothing counts before `finish`. */
export interface BackupWriter {
  readonly format: Manifest['format'];
  writeTable(name: string, content: AsyncIterable<Buffer>): Promise<void>;
  /** What an earlier backup has stored of this upload. */
  findUpload(name: string): Manifest['files'][string] | undefined;
  writeUpload(name: string, content: AsyncIterable<Buffer>): Promise<Manifest['files'][string]>;
  finish(manifest: Manifest): Promise<void>;
}

const manifestPath = 'manifest.json';
export const tablePath = (name: string) => `tables/${name}.jsonl.gz`;
export const uploadPath = (name: string) => `uploads/${name}`;

/** Private, because it holds the data of children. */
export async function createBackupFolder(folder: string): Promise<BackupWriter> {
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    throw new OperatorError(`The folder ${folder} cannot be created: ${error.code}.`);
  });
  if ((await readdir(folder)).length > 0) {
    throw new OperatorError(`The folder ${folder} is not empty: use a new folder for each backup.`);
  }
  const write = async (path: string, content: AsyncIterable<Buffer>) => {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await pipeline(content, createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }));
  };
  return {
    format: 1,
    writeTable: (name, content) => write(tablePath(name), content),
    findUpload: () => undefined,
    async writeUpload(name, content) {
      const digest = { bytes: 0, sha256: '' };
      await write(uploadPath(name), digestBytes(content, digest));
      return digest;
    },
    async finish(manifest) {
      const text = JSON.stringify(manifest, undefined, 1);
      await write(manifestPath, Readable.from([Buffer.from(text)]));
    },
  };
}

export async function openBackupFolder(folder: string): Promise<Backup> {
  const text = await readFile(join(folder, manifestPath), 'utf8').catch(() => {
    throw new OperatorError(`There is no complete backup in ${folder}: manifest.json is missing.`);
  });
  const location = folder;
  const manifest = parseManifest(text, location);
  return {
    location,
    manifest,
    readTable: (name) => createReadStream(join(folder, tablePath(name))),
    readUpload(name) {
      const path = uploadPath(name);
      const content = createReadStream(join(folder, path));
      return Readable.from(
        verifyBytes(content, manifest.files[name], () => damageError(location, path)),
      );
    },
  };
}

/** Passes content through; `digest` is complete at the end. */
export async function* digestBytes(content: AsyncIterable<Buffer>, digest: Digest) {
  const hash = createHash('sha256');
  for await (const chunk of content) {
    hash.update(chunk);
    digest.bytes += chunk.length;
    yield chunk;
  }
  digest.sha256 = hash.digest('hex');
}

/** Passes content through, and fails at the end if it is not what was stored. */
export async function* verifyBytes(
  content: AsyncIterable<Buffer>,
  expected: Digest | undefined,
  createError: () => Error,
) {
  const found = { bytes: 0, sha256: '' };
  yield* digestBytes(content, found);
  if (found.bytes !== expected?.bytes || found.sha256 !== expected.sha256) throw createError();
}

/** Content that cannot be read or decrypted is damaged, unless the bucket does not respond. */
export function explainDamage(error: unknown, location: string, path: string): unknown {
  const isExplained = error instanceof OperatorError || error instanceof AppError;
  return isExplained ? error : damageError(location, path);
}

export function damageError(location: string, path: string): OperatorError {
  return new OperatorError(
    `The backup in ${location} is damaged: ${path} does not match the manifest.`,
  );
}

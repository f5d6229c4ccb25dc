import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';

/** Both ends are inclusive. */
export interface ByteRange {
  first: number;
  last: number;
}

/** The bytes from one to another or to the end, or this number of bytes at the end. */
export type RequestedRange = { first: number; last?: number | undefined } | { suffix: number };

/** A file that is being read: its content must be consumed or destroyed. */
export interface OpenedFile {
  /** Of the whole file. */
  size: number;
  /** The bytes that the content has. */
  range: ByteRange;
  content: Readable;
}

/** The file has none of the requested bytes. A bucket may not say its size then. */
export class MissingRangeError extends Error {
  readonly size: number | undefined;

  constructor(size?: number) {
    super('The file does not have this range of bytes');
    this.size = size;
  }
}

/** What was sent of a file that is not complete. */
export interface UnfinishedUpload {
  name: string;
  id: string;
  startedAt: Date;
}

/** Stores uploads, each under a name that cannot be guessed. */
export interface Storage {
  /** Described for the operator. */
  readonly location: string;
  /** A local folder for uploads that are still being processed. */
  readonly incoming: string;
  /** Streams a file in; it appears under its name only when complete. */
  write(name: string, content: Readable): Promise<void>;
  /** Opens a file, or the requested range of it, with a single request. */
  open(name: string, range?: RequestedRange): Promise<OpenedFile | undefined>;
  find(name: string): Promise<{ size: number } | undefined>;
  /** Deletes a file, including what a killed server may have left of it. */
  delete(name: string): Promise<void>;
  /** All names, or those in a folder such as `erasures/`. Slow with many files; do not call it regularly. */
  listNames(folder?: string): AsyncIterable<string>;
  /** Only a bucket keeps them, until they are aborted. It may hold those of other programs too. */
  readonly unfinished?: {
    list(): AsyncIterable<UnfinishedUpload>;
    abort(upload: UnfinishedUpload): Promise<void>;
  };
}

/** Whether `newFileName` could have created the name. */
export function isFileName(name: string): boolean {
  return /^([0-9a-f]{2})\/\1[0-9a-f]{30}\.\w+$/.test(name);
}

/** Spreads the files over folders, so that none grows too large. */
export function newFileName(extension: string): string {
  const name = randomBytes(16).toString('hex');
  return `${name.slice(0, 2)}/${name}.${extension}`;
}

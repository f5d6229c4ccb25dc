import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';

/** Both ends are inclusive. */
export interface ByteRange {
  first: number;
  last: number;
}

export interface StoredFile {
  size: number;
  read(range: ByteRange): Promise<Readable>;
}

/** Stores uploads, each under a name that cannot be guessed. */
export interface Storage {
  /** Described for the operator. */
  readonly location: string;
  /** A local folder for uploads that are still being processed. */
  readonly incoming: string;
  /** Streams a file in; it appears under its name only when complete. */
  write(name: string, content: Readable): Promise<void>;
  find(name: string): Promise<StoredFile | undefined>;
  /** Deletes a file, including what a killed server may have left of it. */
  delete(name: string): Promise<void>;
  /** All names, or those in a folder such as `erasures/`. Slow with many files; do not call it regularly. */
  listNames(folder?: string): AsyncIterable<string>;
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

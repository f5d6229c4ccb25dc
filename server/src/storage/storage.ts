import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';

/** From the first byte to the last, both counted in. */
export interface ByteRange {
  first: number;
  last: number;
}

export interface StoredFile {
  size: number;
  read(range: ByteRange): Promise<Readable>;
}

/** Where uploads are kept, each under a name that cannot be guessed. */
export interface Storage {
  /** Where that is, for an operator to read. */
  readonly place: string;
  /** A folder of this machine for files that are not yet as they will be stored. */
  readonly incoming: string;
  /** Streams a file in; it has its name only once it is whole. */
  write(name: string, content: Readable): Promise<void>;
  find(name: string): Promise<StoredFile | undefined>;
  /** Deletes a file, and what a server that was killed has written of it. */
  remove(name: string): Promise<void>;
  /** The names of all files, one by one. Slow where there are many: nothing that runs often asks for them. */
  names(): AsyncIterable<string>;
}

/** Whether a name is one that we give. */
export function isFileName(name: string): boolean {
  return /^([0-9a-f]{2})\/\1[0-9a-f]{30}\.\w+$/.test(name);
}

/** A new name, spread over folders so that none grows too large. */
export function newFileName(extension: string): string {
  const name = randomBytes(16).toString('hex');
  return `${name.slice(0, 2)}/${name}.${extension}`;
}

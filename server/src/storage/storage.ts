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
  /** A folder of this machine for photos that are still to be drawn anew. */
  readonly incoming: string;
  /** Streams a file in; it has its name only once it is whole. */
  write(name: string, content: Readable): Promise<void>;
  find(name: string): Promise<StoredFile | undefined>;
  remove(name: string): Promise<void>;
  /** The names of all files that were there at this moment already, one by one. */
  olderThan(moment: Date): AsyncIterable<string>;
}

/** A new name, spread over folders so that none grows too large. */
export function newFileName(extension: string): string {
  const name = randomBytes(16).toString('hex');
  return `${name.slice(0, 2)}/${name}.${extension}`;
}

import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';

const inflate = promisify(inflateRaw);
const endSignature = 0x06_05_4b_50;
const entrySignature = 0x02_01_4b_50;
const longestComment = 65_535;
const endBytes = 22;

/** What the parts of an archive come to at most: a few kilobytes can unfold to gigabytes. */
export interface UnfoldLimits {
  parts: number;
  bytes: number;
}

/** Unfolds every part of an archive within the limits, whatever sizes it declares; undefined beyond them. */
export async function unfold(
  archive: Buffer,
  { parts, bytes }: UnfoldLimits,
): Promise<{ name: string; content: Buffer }[] | undefined> {
  const end = findEnd(archive);
  const count = archive.readUInt16LE(end + 10);
  if (count > parts) return undefined;
  let left = bytes;
  let at = archive.readUInt32LE(end + 16);
  const unfolded: { name: string; content: Buffer }[] = [];
  for (let number = 0; number < count; number++) {
    if (archive.readUInt32LE(at) !== entrySignature) throw new Error('not an entry of an archive');
    const nameLength = archive.readUInt16LE(at + 28);
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    const declared = archive.readUInt32LE(at + 24);
    const folded = partAt(archive, archive.readUInt32LE(at + 42), archive.readUInt32LE(at + 20));
    const isDeflated = archive.readUInt16LE(at + 10) === 8;
    if (declared > left || (!isDeflated && folded.length > left)) return undefined;
    const content = isDeflated ? await inflateWithin(folded, left) : folded;
    if (!content) return undefined;
    left -= content.length;
    unfolded.push({ name, content });
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return unfolded;
}

function findEnd(archive: Buffer): number {
  const first = Math.max(0, archive.length - endBytes - longestComment);
  for (let at = archive.length - endBytes; at >= first; at--) {
    if (archive.readUInt32LE(at) === endSignature) return at;
  }
  throw new Error('not an archive');
}

function partAt(archive: Buffer, header: number, length: number): Buffer {
  const start = header + 30 + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28);
  return archive.subarray(start, start + length);
}

async function inflateWithin(folded: Buffer, most: number): Promise<Buffer | undefined> {
  try {
    return await inflate(folded, { maxOutputLength: Math.max(most, 1) });
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') return undefined;
    throw error;
  }
}

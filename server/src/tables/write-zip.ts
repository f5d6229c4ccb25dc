import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createDeflateRaw } from 'node:zlib';

export interface Part {
  name: string;
  content: Iterable<string> | AsyncIterable<string>;
}

/** An archive. Each part is folded while it comes, so that a long one never holds up anybody else. */
export async function fold(parts: readonly Part[]): Promise<Buffer> {
  const pieces: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, content } of parts) {
    const { folded, bytes, sum } = await foldPart(content);
    const facts = factsOf({ name, sum, bytes, folded: folded.length });
    const head = Buffer.concat([word(0x04_03_4b_50), facts, Buffer.from(name)]);
    // Version made by; after the facts no comment, the first disk, no attributes, and where it stands.
    const entry = [word(0x02_01_4b_50), short(20), facts, short(0), short(0), short(0), word(0)];
    directory.push(...entry, word(at), Buffer.from(name));
    pieces.push(head, folded);
    at += head.length + folded.length;
  }
  const list = Buffer.concat(directory);
  const counts = [short(0), short(0), short(parts.length), short(parts.length)];
  const end = [word(0x06_05_4b_50), ...counts, word(list.length), word(at), short(0)];
  return Buffer.concat([...pieces, list, ...end]);
}

interface Facts {
  name: string;
  sum: number;
  bytes: number;
  folded: number;
}

/** What stands alike before a part and in the directory; every part is as old as the format allows. */
function factsOf({ name, sum, bytes, folded }: Facts): Buffer {
  const [version, inUtf8, deflated, time, day] = [20, 0x08_00, 8, 0, 0x21];
  return Buffer.concat([
    ...[version, inUtf8, deflated, time, day].map(short),
    ...[sum, folded, bytes].map(word),
    short(Buffer.byteLength(name)),
    short(0),
  ]);
}

async function foldPart(content: Part['content']) {
  const folded: Buffer[] = [];
  let sum = 0;
  let bytes = 0;
  await pipeline(
    Readable.from(content, { objectMode: true }),
    async function* measured(texts: AsyncIterable<string>) {
      for await (const text of texts) {
        const chunk = Buffer.from(text);
        sum = checksum(chunk, sum);
        bytes += chunk.length;
        yield chunk;
      }
    },
    createDeflateRaw(),
    async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) folded.push(chunk);
    },
  );
  return { folded: Buffer.concat(folded), bytes, sum };
}

const remainders = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? 0xed_b8_83_20 ^ (rest >>> 1) : rest >>> 1;
  return rest;
});

/** CRC-32, which Node 20 keeps to itself. */
function checksum(chunk: Buffer, before: number): number {
  let sum = ~before;
  for (const byte of chunk) sum = (remainders[(sum ^ byte) & 0xff] as number) ^ (sum >>> 8);
  return ~sum >>> 0;
}

function short(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

import { UnreadableVideo, type VideoFile } from './video-file.ts';
import { blankVorbisComments } from './vorbis-comments.ts';

/*
 * The same for WebM (EBML): elements that a player needs stay where they are, every other one becomes an
 * empty Void of the same length. Numbers are the ids of Matroska's elements.
 */

const ebmlHeader = 0x1a45dfa3;
const segment = 0x18538067;
const seekHead = 0x114d9b74;
const seek = 0x4dbb;
const info = 0x1549a966;
const tracks = 0x1654ae6b;
const trackEntry = 0xae;
const video = 0xe0;
const audio = 0xe1;
const cluster = 0x1f43b675;
const blockGroup = 0xa0;
const cues = 0x1c53bb6b;
const simpleBlock = 0xa3;
const block = 0xa1;
const trackNumber = 0xd7;
const trackType = 0x83;
const codecId = 0x86;
const codecPrivate = 0x63a2;
const seekId = 0x53ab;

/** What stays inside each element; what is not listed here as a parent stays as it is. */
const kept = new Map<number, number[]>([
  [ebmlHeader, [0x4286, 0x42f7, 0x42f2, 0x42f3, 0x4282, 0x4287, 0x4285]],
  [segment, [seekHead, info, tracks, cluster, cues]],
  [seekHead, [seek]],
  // Scale of time and duration; the names of the programs that wrote it are emptied below.
  [info, [0x2ad7b1, 0x4489, 0x4d80, 0x5741]],
  [tracks, [trackEntry]],
  // biome-ignore format: one list
  [trackEntry, [
    trackNumber, trackType, codecId, codecPrivate, video, audio, 0x73c5, 0xb9, 0x88, 0x55aa, 0x9c, 0x6de7,
    0x6df8, 0x23e383, 0x234e7a, 0x23314f, 0x55ee, 0x22b59c, 0x56aa, 0x56bb, 0x6d80, 0x41e4,
  ]],
  // biome-ignore format: one list
  [video, [
    0x9a, 0x9d, 0x53b8, 0x53c0, 0xb0, 0xba, 0x54aa, 0x54bb, 0x54cc, 0x54dd, 0x54b0, 0x54ba, 0x54b2, 0x54b3,
    0x55b0, 0x7670,
  ]],
  [audio, [0xb5, 0x78b5, 0x9f, 0x6264, 0x52f1]],
  [cluster, [0xe7, 0xa7, 0xab, simpleBlock, blockGroup]],
  [blockGroup, [block, 0x9b, 0xfb, 0xfa, 0x75a1, 0x75a2, 0xa4]],
]);
const emptied = [0x4d80, 0x5741];
/** These end a cluster of unknown length, as a browser records it. */
const level1 = [...(kept.get(segment) as number[]), 0x1254c367, 0x1941a469, 0x1043a770];
const pictures = 1;
const sound = 2;

interface Element {
  id: number;
  at: number;
  content: number;
  /** Infinity where the file does not say. */
  end: number;
}

export function cleanWebm(file: VideoFile): void {
  const header = readElement(file, 0, file.size);
  if (header?.id !== ebmlHeader || header.end > file.size) throw new UnreadableVideo('no header');
  cleanInside(file, header, new Set());
  let at = header.end;
  let body = readElement(file, at, file.size);
  while (body && body.id !== segment && body.end < file.size) {
    blankElement(file, body);
    at = body.end;
    body = readElement(file, at, file.size);
  }
  if (body?.id !== segment) throw new UnreadableVideo('no segment');
  if (body.end < file.size) file.cut(body.end);
  cleanSegment(file, body);
}

function cleanSegment(file: VideoFile, { content }: Element): void {
  const keptTracks = new Set<number>();
  for (let at = content; at < file.size; ) {
    const element = readElement(file, at, file.size);
    const isOpen = element?.id === cluster;
    if (!element || (element.end > file.size && !isOpen)) {
      // A recording that broke off, or something that was put behind it.
      file.cut(at);
      break;
    }
    if (element.id === tracks) findTracks(file, element, keptTracks);
    if (isOpen) at = cleanCluster(file, element, keptTracks);
    else {
      if (kept.get(segment)?.includes(element.id)) cleanInside(file, element, keptTracks);
      else blankElement(file, element);
      at = element.end;
    }
  }
  if (keptTracks.size === 0) throw new UnreadableVideo('neither pictures nor sound');
}

/** Blanks the tracks that are neither pictures nor sound, and notes the others. */
function findTracks(file: VideoFile, list: Element, keptTracks: Set<number>): void {
  for (const entry of elementsIn(file, list)) {
    if (entry.id !== trackEntry) continue;
    const fields = new Map([...elementsIn(file, entry)].map((field) => [field.id, field]));
    const kind = readNumber(file, fields.get(trackType));
    const number = readNumber(file, fields.get(trackNumber));
    if (kind !== pictures && kind !== sound) {
      blankElement(file, entry);
      continue;
    }
    keptTracks.add(number);
    const [codec, setup] = [fields.get(codecId), fields.get(codecPrivate)];
    if (codec && setup && textOf(file, codec).startsWith('A_VORBIS')) {
      blankVorbisComments(file, setup.content, setup.end);
    }
  }
}

const textOf = (file: VideoFile, { content, end }: Element) =>
  file.bytes(content, Math.min(end - content, 100)).toString('latin1');

/** Answers where the next one begins. */
function cleanCluster(file: VideoFile, { content, end }: Element, keptTracks: Set<number>): number {
  const limit = Math.min(end, file.size);
  let at = content;
  while (at < limit) {
    const element = readElement(file, at, limit);
    if (element && end === Number.POSITIVE_INFINITY && level1.includes(element.id)) return at;
    if (!element || element.end > limit) {
      if (limit < file.size) throw new UnreadableVideo('an element beyond its cluster');
      file.cut(at);
      return at;
    }
    cleanElement(file, element, { parent: cluster, keptTracks });
    at = element.end;
  }
  return at;
}

function cleanInside(file: VideoFile, parent: Element, keptTracks: Set<number>): void {
  if (!kept.has(parent.id)) return;
  for (const element of elementsIn(file, parent)) {
    cleanElement(file, element, { parent: parent.id, keptTracks });
  }
}

function cleanElement(
  file: VideoFile,
  element: Element,
  { parent, keptTracks }: { parent: number; keptTracks: Set<number> },
): void {
  const { id, content, end } = element;
  const isBlank =
    !kept.get(parent)?.includes(id) ||
    (id === seek && !pointsToKept(file, element)) ||
    ((id === simpleBlock || id === block) && !keptTracks.has(readVint(file, content, end).value));
  if (isBlank) blankElement(file, element);
  else if (emptied.includes(id)) file.blank(content, end);
  else cleanInside(file, element, keptTracks);
}

/** An entry of the index of the file: what it leads to may be gone. */
function pointsToKept(file: VideoFile, entry: Element): boolean {
  for (const field of elementsIn(file, entry)) {
    if (field.id === seekId) {
      return (kept.get(segment) as number[]).includes(readNumber(file, field));
    }
  }
  return false;
}

function* elementsIn(file: VideoFile, parent: Element): Generator<Element> {
  for (let at = parent.content; at < parent.end; ) {
    const element = readElement(file, at, parent.end);
    if (!element || element.end > parent.end) throw new UnreadableVideo('beyond its parent');
    yield element;
    at = element.end;
  }
}

function readElement(file: VideoFile, at: number, limit: number): Element | undefined {
  file.countStep();
  if (at + 2 > limit) return undefined;
  const idLength = lengthOfVint(file.bytes(at, 1)[0] as number);
  if (idLength > 4 || at + idLength + 1 > limit) return undefined;
  const id = file.bytes(at, idLength).readUIntBE(0, idLength);
  const sizeAt = at + idLength;
  const sizeLength = lengthOfVint(file.bytes(sizeAt, 1)[0] as number);
  if (sizeLength > 8 || sizeAt + sizeLength > limit) return undefined;
  const { value, isUnknown } = readVint(file, sizeAt, limit);
  const content = sizeAt + sizeLength;
  return { id, at, content, end: isUnknown ? Number.POSITIVE_INFINITY : content + value };
}

/** A number whose first byte says how long it is; all ones mean that it is not known. */
function readVint(file: VideoFile, at: number, limit: number) {
  const length = at < limit ? lengthOfVint(file.bytes(at, 1)[0] as number) : 9;
  if (length > 8 || at + length > limit) throw new UnreadableVideo('a number cut short');
  const bytes = file.bytes(at, length);
  let value = (bytes[0] as number) & (0xff >> length);
  let isUnknown = value === 0xff >> length;
  for (const byte of bytes.subarray(1)) {
    value = value * 256 + byte;
    isUnknown &&= byte === 0xff;
  }
  return { value, isUnknown };
}

/** Nine for a byte that begins no number. */
const lengthOfVint = (first: number) => Math.clz32(first) - 23;

function readNumber(file: VideoFile, element: Element | undefined): number {
  if (!element) throw new UnreadableVideo('a field is missing');
  const length = element.end - element.content;
  if (length < 1 || length > 6) throw new UnreadableVideo('a number too long');
  return file.bytes(element.content, length).readUIntBE(0, length);
}

/** Void, of the same length and empty. */
function blankElement(file: VideoFile, { at, end }: Element): void {
  const length = end - at;
  const sizeLength = length < 10 ? 1 : 8;
  const head = Buffer.alloc(1 + sizeLength);
  head[0] = 0xec;
  if (sizeLength === 1) head[1] = 0x80 | (length - 2);
  else {
    head.writeBigUInt64BE(BigInt(length - 9), 1);
    head[1] = 0x01;
  }
  file.write(at, head);
  file.blank(at + head.length, end);
}

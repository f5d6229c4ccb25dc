import { UnreadableVideo, type VideoFile } from './video-file.ts';
import { blankVorbisComments } from './vorbis-comments.ts';

/*
 * Like clean-mp4.ts, for WebM (EBML): keeps the elements that a player needs in place, and turns every other
 * one into an empty Void of the same length. The numbers are Matroska element ids.
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

/** The children to keep in each element. An element that is not listed keeps its content. */
const keptChildren = new Map<number, number[]>([
  [ebmlHeader, [0x4286, 0x42f7, 0x42f2, 0x42f3, 0x4282, 0x4287, 0x4285]],
  [segment, [seekHead, info, tracks, cluster, cues]],
  [seekHead, [seek]],
  // Timestamp scale and duration; the names of the writing programs are emptiedElements.
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
const emptiedElements = [0x4d80, 0x5741];
/** These end a cluster of unknown length, which browsers record. */
const topLevelElements = [
  ...(keptChildren.get(segment) as number[]),
  0x1254c367,
  0x1941a469,
  0x1043a770,
];
const videoTrack = 1;
const audioTrack = 2;

interface Element {
  id: number;
  at: number;
  content: number;
  /** Infinity if the file does not say. */
  end: number;
}

export function cleanWebm(file: VideoFile): void {
  const header = readElement(file, 0, file.size);
  if (header?.id !== ebmlHeader || header.end > file.size) throw new UnreadableVideo('no header');
  cleanChildren(file, header, new Set());
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
      // A recording that was cut off, or foreign data after its end.
      file.cut(at);
      break;
    }
    if (element.id === tracks) collectTracks(file, element, keptTracks);
    if (isOpen) at = cleanCluster(file, element, keptTracks);
    else {
      if (keptChildren.get(segment)?.includes(element.id)) cleanChildren(file, element, keptTracks);
      else blankElement(file, element);
      at = element.end;
    }
  }
  if (keptTracks.size === 0) throw new UnreadableVideo('no video or audio track');
}

/** Blanks all tracks but video and audio, and collects the numbers of those. */
function collectTracks(file: VideoFile, list: Element, keptTracks: Set<number>): void {
  for (const entry of iterateElements(file, list)) {
    if (entry.id !== trackEntry) continue;
    const fields = new Map([...iterateElements(file, entry)].map((field) => [field.id, field]));
    const kind = readNumber(file, fields.get(trackType));
    const number = readNumber(file, fields.get(trackNumber));
    if (kind !== videoTrack && kind !== audioTrack) {
      blankElement(file, entry);
      continue;
    }
    keptTracks.add(number);
    const [codec, setup] = [fields.get(codecId), fields.get(codecPrivate)];
    if (codec && setup && readText(file, codec).startsWith('A_VORBIS')) {
      blankVorbisComments(file, setup.content, setup.end);
    }
  }
}

const readText = (file: VideoFile, { content, end }: Element) =>
  file.bytes(content, Math.min(end - content, 100)).toString('latin1');

/** Returns where the next element begins. */
function cleanCluster(file: VideoFile, { content, end }: Element, keptTracks: Set<number>): number {
  const limit = Math.min(end, file.size);
  let at = content;
  while (at < limit) {
    const element = readElement(file, at, limit);
    if (element && end === Number.POSITIVE_INFINITY && topLevelElements.includes(element.id))
      return at;
    if (!element || element.end > limit) {
      if (limit < file.size) throw new UnreadableVideo('an element exceeds its cluster');
      file.cut(at);
      return at;
    }
    cleanElement(file, element, { parent: cluster, keptTracks });
    at = element.end;
  }
  return at;
}

function cleanChildren(file: VideoFile, parent: Element, keptTracks: Set<number>): void {
  if (!keptChildren.has(parent.id)) return;
  for (const element of iterateElements(file, parent)) {
    cleanElement(file, element, { parent: parent.id, keptTracks });
  }
}

function cleanElement(
  file: VideoFile,
  element: Element,
  { parent, keptTracks }: { parent: number; keptTracks: Set<number> },
): void {
  const { id, content, end } = element;
  const isUnwanted =
    !keptChildren.get(parent)?.includes(id) ||
    (id === seek && !pointsToKept(file, element)) ||
    ((id === simpleBlock || id === block) && !keptTracks.has(readVint(file, content, end).value));
  if (isUnwanted) blankElement(file, element);
  else if (emptiedElements.includes(id)) file.blank(content, end);
  else cleanChildren(file, element, keptTracks);
}

/** Whether an entry of the seek index leads to an element that is kept. */
function pointsToKept(file: VideoFile, entry: Element): boolean {
  for (const field of iterateElements(file, entry)) {
    if (field.id === seekId) {
      return (keptChildren.get(segment) as number[]).includes(readNumber(file, field));
    }
  }
  return false;
}

function* iterateElements(file: VideoFile, parent: Element): Generator<Element> {
  for (let at = parent.content; at < parent.end; ) {
    const element = readElement(file, at, parent.end);
    if (!element || element.end > parent.end)
      throw new UnreadableVideo('an element exceeds its parent');
    yield element;
    at = element.end;
  }
}

function readElement(file: VideoFile, at: number, limit: number): Element | undefined {
  file.countStep();
  if (at + 2 > limit) return undefined;
  const idLength = getVintLength(file.bytes(at, 1)[0] as number);
  if (idLength > 4 || at + idLength + 1 > limit) return undefined;
  const id = file.bytes(at, idLength).readUIntBE(0, idLength);
  const sizeAt = at + idLength;
  const sizeLength = getVintLength(file.bytes(sizeAt, 1)[0] as number);
  if (sizeLength > 8 || sizeAt + sizeLength > limit) return undefined;
  const { value, isUnknown } = readVint(file, sizeAt, limit);
  const content = sizeAt + sizeLength;
  return { id, at, content, end: isUnknown ? Number.POSITIVE_INFINITY : content + value };
}

/** Reads a number whose first byte gives its length. All bits set means unknown. */
function readVint(file: VideoFile, at: number, limit: number) {
  const length = at < limit ? getVintLength(file.bytes(at, 1)[0] as number) : 9;
  if (length > 8 || at + length > limit) throw new UnreadableVideo('a truncated number');
  const bytes = file.bytes(at, length);
  let value = (bytes[0] as number) & (0xff >> length);
  let isUnknown = value === 0xff >> length;
  for (const byte of bytes.subarray(1)) {
    value = value * 256 + byte;
    isUnknown &&= byte === 0xff;
  }
  return { value, isUnknown };
}

/** Returns 9 for a byte that cannot start a number. */
const getVintLength = (first: number) => Math.clz32(first) - 23;

function readNumber(file: VideoFile, element: Element | undefined): number {
  if (!element) throw new UnreadableVideo('a field is missing');
  const length = element.end - element.content;
  if (length < 1 || length > 6) throw new UnreadableVideo('a number is too long');
  return file.bytes(element.content, length).readUIntBE(0, length);
}

/** Turns the element into an empty Void of the same length. */
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

import { UnreadableVideo, type VideoFile } from './video-file.ts';

/** A part of an MP4 or MOV file: its header, then its content until its end. */
export interface Box {
  type: string;
  at: number;
  content: number;
  end: number;
}

/** Reads the header of the box at this place, or undefined where there is none. One of size 0 goes to the limit. */
export function readBox(file: VideoFile, at: number, limit: number): Box | undefined {
  file.countStep();
  if (at + 8 > limit) return undefined;
  const header = file.bytes(at, 8);
  const type = header.toString('latin1', 4);
  const size = header.readUInt32BE();
  if (size === 0) return { type, at, content: at + 8, end: limit };
  const isLarge = size === 1;
  if (isLarge && at + 16 > limit) return undefined;
  const length = isLarge ? Number(file.bytes(at + 8, 8).readBigUInt64BE()) : size;
  const content = at + (isLarge ? 16 : 8);
  const end = at + length;
  return content <= end && Number.isSafeInteger(end) ? { type, at, content, end } : undefined;
}

/** The boxes inside another one. QuickTime may end the list with a zero; whatever follows is blanked. */
export function* boxesIn(file: VideoFile, from: number, end: number): Generator<Box> {
  let at = from;
  while (at + 8 <= end && file.u32(at) !== 0) {
    const box = readBox(file, at, end);
    if (!box || box.end > end) throw new UnreadableVideo('a box beyond its parent');
    yield box;
    at = box.end;
  }
  if (at < end) file.blank(at, end);
}

export function findBox(file: VideoFile, parent: Box, ...path: string[]): Box | undefined {
  const [type, ...deeper] = path;
  for (const box of boxesIn(file, parent.content, parent.end)) {
    if (box.type === type) return deeper.length > 0 ? findBox(file, box, ...deeper) : box;
  }
  return undefined;
}

/** Of the same length, so that nothing behind it moves, and with nothing in it. */
export function blankBox(file: VideoFile, { at, content, end }: Box): void {
  file.write(at + 4, Buffer.from('free'));
  file.blank(content, end);
}

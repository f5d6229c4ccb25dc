import { UnreadableVideo, type VideoFile } from './video-file.ts';

/** A box of an MP4 or MOV file: a header at `at`, then its content up to `end`. */
export interface Box {
  type: string;
  at: number;
  content: number;
  end: number;
}

/** Returns undefined if there is no valid box at this position. A size of 0 means up to the limit. */
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

/** Yields the boxes inside another one. QuickTime may end the list with a zero; anything after it is blanked. */
export function* iterateBoxes(file: VideoFile, from: number, end: number): Generator<Box> {
  let at = from;
  while (at + 8 <= end && file.u32(at) !== 0) {
    const box = readBox(file, at, end);
    if (!box || box.end > end) throw new UnreadableVideo('a box exceeds its parent');
    yield box;
    at = box.end;
  }
  if (at < end) file.blank(at, end);
}

export function findBox(file: VideoFile, parent: Box, ...path: string[]): Box | undefined {
  const [type, ...rest] = path;
  for (const box of iterateBoxes(file, parent.content, parent.end)) {
    if (box.type === type) return rest.length > 0 ? findBox(file, box, ...rest) : box;
  }
  return undefined;
}

/** Turns the box into an empty one of the same length, so that nothing after it moves. */
export function blankBox(file: VideoFile, { at, content, end }: Box): void {
  file.write(at + 4, Buffer.from('free'));
  file.blank(content, end);
}

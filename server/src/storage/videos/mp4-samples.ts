import { type Box, findBox, iterateBoxes } from './mp4-boxes.ts';
import { UnreadableVideo, type VideoFile } from './video-file.ts';

/** A range of video or audio data in the file. */
export interface Range {
  from: number;
  end: number;
}

/** More than a 200 MB video ever needs. */
const maxTableBytes = 8 * 1024 * 1024;

/** The default sample size by track, for fragments that do not set one. */
export type SizeDefaults = Map<number, number>;

/** The chunks of a track, from its numbers of samples (`stsc`), sample sizes (`stsz`) and chunk offsets. */
export function readChunks(file: VideoFile, track: Box): Range[] {
  const stbl = findBox(file, track, 'mdia', 'minf', 'stbl');
  if (!stbl) return [];
  const boxes = new Map(
    [...iterateBoxes(file, stbl.content, stbl.end)].map((box) => [box.type, box]),
  );
  const offsets = readOffsets(file, boxes);
  const runs = readTable(file, boxes.get('stsc'), 12);
  const sizes = readSizes(file, boxes);
  const ranges: Range[] = [];
  let sample = 0;
  let run = 0;
  for (const [chunk, from] of offsets.entries()) {
    while (run + 1 < runs.count && runs.u32(run + 1, 0) <= chunk + 1) run += 1;
    const count = run < runs.count ? runs.u32(run, 4) : 0;
    const bytes = sizes.sum(sample, count);
    sample += count;
    if (bytes > 0) ranges.push({ from, end: from + bytes });
  }
  return ranges;
}

function readOffsets(file: VideoFile, boxes: Map<string, Box>): number[] {
  const [short, long] = [boxes.get('stco'), boxes.get('co64')];
  const table = readTable(file, long ?? short, long ? 8 : 4);
  return Array.from({ length: table.count }, (_, at) =>
    long ? table.u32(at, 0) * 2 ** 32 + table.u32(at, 4) : table.u32(at, 0),
  );
}

function readSizes(file: VideoFile, boxes: Map<string, Box>) {
  const box = boxes.get('stsz');
  if (!box) {
    // No camera or phone writes the compact form.
    if (boxes.has('stz2')) throw new UnreadableVideo('compact sample sizes');
    return { sum: () => 0 };
  }
  const fixedSize = file.u32(box.content + 4);
  const total = file.u32(box.content + 8);
  if (fixedSize > 0) {
    return {
      sum: (first: number, count: number) =>
        Math.max(0, Math.min(count, total - first)) * fixedSize,
    };
  }
  const table = readTable(file, { ...box, content: box.content + 4 }, 4);
  return {
    sum(first: number, count: number) {
      let bytes = 0;
      const end = Math.min(first + count, table.count);
      for (let at = first; at < end; at++) bytes += table.u32(at, 0);
      return bytes;
    },
  };
}

/** Reads rows of fixed length after version, flags and row count. A count beyond the end of the box is cut. */
function readTable(file: VideoFile, box: Box | undefined, rowBytes: number) {
  if (!box) return { count: 0, u32: () => 0 };
  const rows = box.content + 8;
  const count = Math.min(file.u32(box.content + 4), Math.floor((box.end - rows) / rowBytes));
  if (count * rowBytes > maxTableBytes) throw new UnreadableVideo('a table is too large');
  const bytes = Buffer.from(file.bytes(rows, count * rowBytes));
  return { count, u32: (row: number, at: number) => bytes.readUInt32BE(row * rowBytes + at) };
}

export function readSizeDefaults(file: VideoFile, moov: Box): SizeDefaults {
  const defaults: SizeDefaults = new Map();
  const mvex = findBox(file, moov, 'mvex');
  if (!mvex) return defaults;
  for (const box of iterateBoxes(file, mvex.content, mvex.end)) {
    if (box.type === 'trex') defaults.set(file.u32(box.content + 4), file.u32(box.content + 16));
  }
  return defaults;
}

export const readFragmentTrack = (file: VideoFile, traf: Box): number | undefined => {
  const tfhd = findBox(file, traf, 'tfhd');
  return tfhd && file.u32(tfhd.content + 4);
};

/** Returns the sample data of one track in a fragment, and where the data of the next track begins. */
export function readRuns(
  file: VideoFile,
  traf: Box,
  { moofAt, dataAt, defaults }: { moofAt: number; dataAt: number; defaults: SizeDefaults },
): { ranges: Range[]; end: number } {
  const tfhd = findBox(file, traf, 'tfhd');
  if (!tfhd) throw new UnreadableVideo('a fragment has no header');
  const flags = file.u32(tfhd.content) & 0xff_ffff;
  let field = tfhd.content + 8;
  const readField = (flag: number, length: number) => {
    if (!(flags & flag)) return undefined;
    field += length;
    return field - length;
  };
  const base = readField(0x1, 8);
  readField(0x2, 4);
  readField(0x8, 4);
  const size = readField(0x10, 4);
  const start =
    base !== undefined
      ? Number(file.bytes(base, 8).readBigUInt64BE())
      : flags & 0x2_0000
        ? moofAt
        : dataAt;
  const defaultSize =
    size !== undefined ? file.u32(size) : (defaults.get(file.u32(tfhd.content + 4)) ?? 0);

  const ranges: Range[] = [];
  let at = start;
  for (const trun of iterateBoxes(file, traf.content, traf.end)) {
    if (trun.type !== 'trun') continue;
    const run = readRun(file, trun, defaultSize);
    if (run.offset !== undefined) at = start + run.offset;
    ranges.push({ from: at, end: at + run.bytes });
    at += run.bytes;
  }
  return { ranges, end: at };
}

function readRun(file: VideoFile, { content, end }: Box, defaultSize: number) {
  const flags = file.u32(content) & 0xff_ffff;
  const count = file.u32(content + 4);
  const offset = flags & 0x1 ? file.bytes(content + 8, 4).readInt32BE() : undefined;
  if (!(flags & 0x200)) return { offset, bytes: count * defaultSize };
  const rows = content + 8 + (flags & 0x1 ? 4 : 0) + (flags & 0x4 ? 4 : 0);
  const rowBytes = 4 * [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length;
  const sizeAt = flags & 0x100 ? 4 : 0;
  if (rows + count * rowBytes > end) throw new UnreadableVideo('a run exceeds its box');
  let bytes = 0;
  for (let row = 0; row < count; row++) bytes += file.u32(rows + row * rowBytes + sizeAt);
  return { offset, bytes };
}

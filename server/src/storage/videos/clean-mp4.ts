import { type Box, blankBox, boxesIn, findBox, readBox } from './mp4-boxes.ts';
import {
  chunksOf,
  type Range,
  readSizeDefaults,
  runsOf,
  type SizeDefaults,
  trackOfFragment,
} from './mp4-samples.ts';
import { UnreadableVideo, type VideoFile } from './video-file.ts';

/*
 * What a player needs stays, at the place where it is; every other box is blanked, known or not. So no
 * offset changes, and what some camera invents next year goes too.
 */

const kept: Record<string, string[]> = {
  moov: ['mvhd', 'trak', 'mvex'],
  trak: ['tkhd', 'edts', 'mdia', 'tapt'],
  edts: ['elst'],
  tapt: ['clef', 'prof', 'enof'],
  mdia: ['mdhd', 'hdlr', 'minf'],
  minf: ['vmhd', 'smhd', 'hdlr', 'dinf', 'stbl'],
  dinf: ['dref'],
  stbl: 'stsd stts ctts cslg stsc stsz stco co64 stss stps sdtp sbgp sgpd subs'.split(' '),
  mvex: ['mehd', 'trex'],
  moof: ['mfhd', 'traf'],
  traf: ['tfhd', 'tfdt', 'trun', 'sdtp', 'sbgp', 'sgpd', 'subs'],
  mfra: ['tfra', 'mfro'],
};
/** A fragment for every second picture of an hour has less. */
const boxesMax = 200_000;
const keptAtTop = ['ftyp', 'styp', 'moov', 'moof', 'mdat', 'sidx', 'mfra'];
/** What a decoder must know of a track. */
const keptInEntry = new Set(
  `avcC hvcC lhvC vvcC vpcC av1C esds d263 damr dac3 dec3 dac4 dOps dfLa alac mhaC glbl wave chan chnl srat
   colr pasp clap fiel gama btrt mdcv clli SmDm CoLL amve dvcC dvvC dvwC vexu hfov st3d sv3d`.split(
    /\s+/,
  ),
);
/** Others carry places, times, faces, chapters or text. */
const keptTracks = ['vide', 'soun'];
const entryBytes: Record<string, number> = { vide: 78, soun: 28 };

export function cleanMp4(file: VideoFile): void {
  const top = readTop(file);
  const [moov, ...others] = top.filter(({ type }) => type === 'moov');
  if (!moov || others.length > 0) throw new UnreadableVideo('not one table of contents');
  const { ranges, tracks } = cleanTracks(file, moov);
  const defaults = readSizeDefaults(file, moov);
  cleanInside(file, moov);
  for (const box of top) {
    if (box.type === 'moof') {
      for (const range of cleanFragment(file, box, { tracks, defaults })) ranges.push(range);
    }
    if (box.type === 'mfra') cleanInside(file, box);
    if (!keptAtTop.includes(box.type)) blankBox(file, box);
  }
  blankBetween(file, ranges, top);
}

/** What follows the last box is no part of the video. */
function readTop(file: VideoFile): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at < file.size; ) {
    const box = readBox(file, at, file.size);
    const isCutShort = box && box.end > file.size;
    if (!box || (isCutShort && box.type !== 'mdat')) {
      file.cut(at);
      break;
    }
    boxes.push({ ...box, end: Math.min(box.end, file.size) });
    if (boxes.length > boxesMax) throw new UnreadableVideo('too many boxes');
    at = box.end;
  }
  return boxes;
}

/** Blanks the tracks that are neither pictures nor sound, and says where the data of the others is. */
function cleanTracks(file: VideoFile, moov: Box) {
  const ranges: Range[] = [];
  const tracks = new Set<number>();
  for (const trak of boxesIn(file, moov.content, moov.end)) {
    if (trak.type !== 'trak') continue;
    const header = findBox(file, trak, 'tkhd');
    const handler = findBox(file, trak, 'mdia', 'hdlr');
    const kind = handler ? file.bytes(handler.content + 8, 4).toString('latin1') : '';
    if (!header || !keptTracks.includes(kind)) {
      blankBox(file, trak);
      continue;
    }
    const isLong = file.bytes(header.content, 1)[0] === 1;
    tracks.add(file.u32(header.content + (isLong ? 20 : 12)));
    const stsd = findBox(file, trak, 'mdia', 'minf', 'stbl', 'stsd');
    if (stsd) cleanDescriptions(file, stsd, kind);
    for (const range of chunksOf(file, trak)) ranges.push(range);
  }
  if (tracks.size === 0) throw new UnreadableVideo('neither pictures nor sound');
  const mvex = findBox(file, moov, 'mvex');
  for (const box of mvex ? boxesIn(file, mvex.content, mvex.end) : []) {
    if (box.type === 'trex' && !tracks.has(file.u32(box.content + 4))) blankBox(file, box);
  }
  return { ranges, tracks };
}

function cleanFragment(
  file: VideoFile,
  moof: Box,
  { tracks, defaults }: { tracks: Set<number>; defaults: SizeDefaults },
): Range[] {
  const found: Range[] = [];
  let dataAt = moof.at;
  for (const traf of boxesIn(file, moof.content, moof.end)) {
    if (traf.type !== 'traf') continue;
    const track = trackOfFragment(file, traf);
    const { ranges, end } = runsOf(file, traf, { moofAt: moof.at, dataAt, defaults });
    dataAt = end;
    if (track === undefined || !tracks.has(track)) blankBox(file, traf);
    else for (const range of ranges) found.push(range);
  }
  cleanInside(file, moof);
  return found;
}

function cleanInside(file: VideoFile, parent: Box): void {
  for (const box of boxesIn(file, parent.content, parent.end)) {
    if (!kept[parent.type]?.includes(box.type)) blankBox(file, box);
    else if (kept[box.type]) cleanInside(file, box);
    else cleanLeaf(file, box);
  }
}

function cleanLeaf(file: VideoFile, { type, content, end }: Box): void {
  if (['mvhd', 'tkhd', 'mdhd'].includes(type)) {
    // When it was made and when it was changed.
    const isLong = file.bytes(content, 1)[0] === 1;
    blankWithin(file, content + 4, content + (isLong ? 20 : 12), end);
  } else if (type === 'hdlr') {
    // Who made the program that wrote it, and its name.
    blankWithin(file, content + 12, end, end);
  } else if (type === 'dref') {
    // Where on some disk the data once was.
    for (const entry of boxesIn(file, content + 8, end)) {
      blankWithin(file, entry.content + 4, entry.end, entry.end);
    }
  }
}

/** How each track is encoded, without the names of what encoded it. */
function cleanDescriptions(file: VideoFile, stsd: Box, kind: string): void {
  for (const entry of boxesIn(file, stsd.content + 8, stsd.end)) {
    const { content, end } = entry;
    blankWithin(file, content + 12, content + 16, end);
    if (kind === 'vide') blankWithin(file, content + 42, content + 74, end);
    const inside = content + (entryBytes[kind] as number) + moreOfSound(file, stsd, entry, kind);
    if (inside > end) throw new UnreadableVideo('a description cut short');
    for (const box of boxesIn(file, inside, end)) {
      if (!keptInEntry.has(box.type)) blankBox(file, box);
    }
  }
}

/** QuickTime's later kinds of sound descriptions are longer. */
function moreOfSound(file: VideoFile, stsd: Box, { content }: Box, kind: string): number {
  const isQuickTime = kind === 'soun' && file.bytes(stsd.content, 1)[0] === 0;
  return isQuickTime ? ([0, 16, 36][file.bytes(content + 8, 2).readUInt16BE()] ?? 0) : 0;
}

function blankWithin(file: VideoFile, from: number, to: number, end: number): void {
  if (from > end || to > end) throw new UnreadableVideo('a box too small');
  file.blank(from, to);
}

/** Blanks all data that no kept track has. */
function blankBetween(file: VideoFile, ranges: Range[], top: Box[]): void {
  ranges.sort((one, other) => one.from - other.from);
  let next = 0;
  for (const { type, content, end } of top) {
    if (type !== 'mdat') continue;
    let at = content;
    for (; next < ranges.length && (ranges[next] as Range).from < end; next++) {
      const range = ranges[next] as Range;
      if (range.from > at) file.blank(at, range.from);
      at = Math.max(at, range.end);
    }
    if (at < end) file.blank(at, end);
  }
}

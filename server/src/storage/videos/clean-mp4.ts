import { type Box, blankBox, findBox, iterateBoxes, readBox } from './mp4-boxes.ts';
import {
  type Range,
  readChunks,
  readFragmentTrack,
  readRuns,
  readSizeDefaults,
  type SizeDefaults,
} from './mp4-samples.ts';
import { UnreadableVideo, type VideoFile } from './video-file.ts';

/*
 * Keeps what a player needs and blanks every other box in place, known or not. So no offset changes, and
 * metadata that some camera invents next year is removed too.
 */

const keptChildren: Record<string, string[]> = {
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
/** More than an hour of video needs with a fragment for every second frame. */
const maxBoxes = 200_000;
const keptAtTop = ['ftyp', 'styp', 'moov', 'moof', 'mdat', 'sidx', 'mfra'];
/** What a decoder needs to know about a track. */
const keptInEntry = new Set(
  `avcC hvcC lhvC vvcC vpcC av1C esds d263 damr dac3 dec3 dac4 dOps dfLa alac mhaC glbl wave chan chnl srat
   colr pasp clap fiel gama btrt mdcv clli SmDm CoLL amve dvcC dvvC dvwC vexu hfov st3d sv3d`.split(
    /\s+/,
  ),
);
/** Other tracks carry locations, times, faces, chapters or text. */
const keptTrackTypes = ['vide', 'soun'];
const entryHeaderBytes: Record<string, number> = { vide: 78, soun: 28 };

export function cleanMp4(file: VideoFile): void {
  const top = readTopBoxes(file);
  const [moov, ...extra] = top.filter(({ type }) => type === 'moov');
  if (!moov || extra.length > 0) throw new UnreadableVideo('not exactly one moov box');
  const { ranges, tracks } = cleanTracks(file, moov);
  const defaults = readSizeDefaults(file, moov);
  cleanChildren(file, moov);
  for (const box of top) {
    if (box.type === 'moof') {
      for (const range of cleanFragment(file, box, { tracks, defaults })) ranges.push(range);
    }
    if (box.type === 'mfra') cleanChildren(file, box);
    if (!keptAtTop.includes(box.type)) blankBox(file, box);
  }
  blankUnusedData(file, ranges, top);
}

/** Cuts off anything that follows the last box. */
function readTopBoxes(file: VideoFile): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at < file.size; ) {
    const box = readBox(file, at, file.size);
    const isTruncated = box && box.end > file.size;
    if (!box || (isTruncated && box.type !== 'mdat')) {
      file.cut(at);
      break;
    }
    boxes.push({ ...box, end: Math.min(box.end, file.size) });
    if (boxes.length > maxBoxes) throw new UnreadableVideo('too many boxes');
    at = box.end;
  }
  return boxes;
}

/** Blanks all tracks but video and audio, and returns the data ranges of those. */
function cleanTracks(file: VideoFile, moov: Box) {
  const ranges: Range[] = [];
  const tracks = new Set<number>();
  for (const trak of iterateBoxes(file, moov.content, moov.end)) {
    if (trak.type !== 'trak') continue;
    const header = findBox(file, trak, 'tkhd');
    const handler = findBox(file, trak, 'mdia', 'hdlr');
    const kind = handler ? file.bytes(handler.content + 8, 4).toString('latin1') : '';
    if (!header || !keptTrackTypes.includes(kind)) {
      blankBox(file, trak);
      continue;
    }
    const isLong = file.bytes(header.content, 1)[0] === 1;
    tracks.add(file.u32(header.content + (isLong ? 20 : 12)));
    const stsd = findBox(file, trak, 'mdia', 'minf', 'stbl', 'stsd');
    if (stsd) cleanDescriptions(file, stsd, kind);
    for (const range of readChunks(file, trak)) ranges.push(range);
  }
  if (tracks.size === 0) throw new UnreadableVideo('no video or audio track');
  const mvex = findBox(file, moov, 'mvex');
  for (const box of mvex ? iterateBoxes(file, mvex.content, mvex.end) : []) {
    if (box.type === 'trex' && !tracks.has(file.u32(box.content + 4))) blankBox(file, box);
  }
  return { ranges, tracks };
}

function cleanFragment(
  file: VideoFile,
  moof: Box,
  { tracks, defaults }: { tracks: Set<number>; defaults: SizeDefaults },
): Range[] {
  const keptRanges: Range[] = [];
  let dataAt = moof.at;
  for (const traf of iterateBoxes(file, moof.content, moof.end)) {
    if (traf.type !== 'traf') continue;
    const track = readFragmentTrack(file, traf);
    const { ranges, end } = readRuns(file, traf, { moofAt: moof.at, dataAt, defaults });
    dataAt = end;
    if (track === undefined || !tracks.has(track)) blankBox(file, traf);
    else for (const range of ranges) keptRanges.push(range);
  }
  cleanChildren(file, moof);
  return keptRanges;
}

function cleanChildren(file: VideoFile, parent: Box): void {
  for (const box of iterateBoxes(file, parent.content, parent.end)) {
    if (!keptChildren[parent.type]?.includes(box.type)) blankBox(file, box);
    else if (keptChildren[box.type]) cleanChildren(file, box);
    else cleanLeaf(file, box);
  }
}

function cleanLeaf(file: VideoFile, { type, content, end }: Box): void {
  if (['mvhd', 'tkhd', 'mdhd'].includes(type)) {
    // Creation and modification times.
    const isLong = file.bytes(content, 1)[0] === 1;
    blankWithin(file, content + 4, content + (isLong ? 20 : 12), end);
  } else if (type === 'hdlr') {
    // Manufacturer and name of the handler.
    blankWithin(file, content + 12, end, end);
  } else if (type === 'dref') {
    // The former path of the data.
    for (const entry of iterateBoxes(file, content + 8, end)) {
      blankWithin(file, entry.content + 4, entry.end, entry.end);
    }
  }
}

/** Keeps how each track is encoded, without the names of the encoders. */
function cleanDescriptions(file: VideoFile, stsd: Box, kind: string): void {
  for (const entry of iterateBoxes(file, stsd.content + 8, stsd.end)) {
    const { content, end } = entry;
    blankWithin(file, content + 12, content + 16, end);
    if (kind === 'vide') blankWithin(file, content + 42, content + 74, end);
    const children =
      content + (entryHeaderBytes[kind] as number) + getExtraAudioBytes(file, stsd, entry, kind);
    if (children > end) throw new UnreadableVideo('a truncated description');
    for (const box of iterateBoxes(file, children, end)) {
      if (!keptInEntry.has(box.type)) blankBox(file, box);
    }
  }
}

/** Later versions of QuickTime's audio descriptions have a longer header. */
function getExtraAudioBytes(file: VideoFile, stsd: Box, { content }: Box, kind: string): number {
  const isQuickTime = kind === 'soun' && file.bytes(stsd.content, 1)[0] === 0;
  return isQuickTime ? ([0, 16, 36][file.bytes(content + 8, 2).readUInt16BE()] ?? 0) : 0;
}

function blankWithin(file: VideoFile, from: number, to: number, end: number): void {
  if (from > end || to > end) throw new UnreadableVideo('a box is too small');
  file.blank(from, to);
}

/** Blanks all media data that belongs to no kept track. */
function blankUnusedData(file: VideoFile, ranges: Range[], top: Box[]): void {
  ranges.sort((a, b) => a.from - b.from);
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

import { UnreadableVideo, type VideoFile } from './video-file.ts';

const commentHeader = Buffer.from('\u0003vorbis', 'latin1');
const setupBytesMax = 1024 * 1024;

/** Vorbis brings its own tags, inside what a decoder needs: their text becomes spaces. */
export function blankVorbisComments(file: VideoFile, from: number, end: number): void {
  if (end - from > setupBytesMax) throw new UnreadableVideo('a setup too large');
  const setup = Buffer.from(file.bytes(from, end - from));
  const at = setup.indexOf(commentHeader);
  if (at < 0) throw new UnreadableVideo('no comment header');
  try {
    const vendorAt = at + commentHeader.length;
    let next = blankText(setup, vendorAt);
    const count = setup.readUInt32LE(next);
    next += 4;
    for (let comment = 0; comment < count; comment++) next = blankText(setup, next);
  } catch {
    throw new UnreadableVideo('comments cut short');
  }
  file.write(from, setup);
}

/** A text behind its length; answers where it ends. */
function blankText(setup: Buffer, at: number): number {
  const end = at + 4 + setup.readUInt32LE(at);
  if (end > setup.length) throw new RangeError();
  setup.fill(' ', at + 4, end);
  return end;
}

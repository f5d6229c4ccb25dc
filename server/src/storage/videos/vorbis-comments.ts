import { UnreadableVideo, type VideoFile } from './video-file.ts';

const commentHeader = Buffer.from('\u0003vorbis', 'latin1');
const maxSetupBytes = 1024 * 1024;

/** Vorbis keeps its tags inside the decoder setup, so their text is overwritten with spaces. */
export function blankVorbisComments(file: VideoFile, from: number, end: number): void {
  if (end - from > maxSetupBytes) throw new UnreadableVideo('the setup is too large');
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
    throw new UnreadableVideo('truncated comments');
  }
  file.write(from, setup);
}

/** Blanks a length-prefixed text and returns where it ends. */
function blankText(setup: Buffer, at: number): number {
  const end = at + 4 + setup.readUInt32LE(at);
  if (end > setup.length) throw new RangeError();
  setup.fill(' ', at + 4, end);
  return end;
}

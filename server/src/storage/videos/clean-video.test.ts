import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeFolder } from '../../testing/test-app.ts';
import {
  makeFragmentedMp4,
  makeMov,
  makeMp4,
  makeWebm,
  matrix,
  mp4Box,
  picture,
  secret,
  sound,
  u32,
  webmElement,
} from '../../testing/videos.ts';
import { cleanMp4 } from './clean-mp4.ts';
import { cleanVideo } from './clean-video.ts';
import { cleanWebm } from './clean-webm.ts';
import { UnreadableVideo, VideoFile } from './video-file.ts';

const folder = makeFolder();
const path = join(folder, 'video');

/** Cleans the content in this thread. */
function cleanInThread(content: Buffer, clean: (file: VideoFile) => void): Buffer {
  writeFileSync(path, content);
  const file = new VideoFile(path);
  try {
    clean(file);
  } finally {
    file.close();
  }
  return readFileSync(path);
}

const findOffsets = (needle: Buffer, content: Buffer) => {
  const found: number[] = [];
  for (let at = content.indexOf(needle); at >= 0; at = content.indexOf(needle, at + 1))
    found.push(at);
  return found;
};

const videos: [name: string, content: Buffer, clean: (file: VideoFile) => void][] = [
  ['an MP4 with its table of contents last', makeMp4(), cleanMp4],
  ['an MP4 with its table of contents first', makeMp4({ isFastStart: true }), cleanMp4],
  ['a MOV', makeMov(), cleanMp4],
  ['an MP4 in fragments', makeFragmentedMp4(), cleanMp4],
  ['a WebM', makeWebm(), cleanWebm],
  ['a WebM recorded live', makeWebm({ isLive: true }), cleanWebm],
];

describe.each(videos)('%s', (_, content, clean) => {
  test('loses everything but video and audio, which stay where they were', () => {
    expect(findOffsets(secret.subarray(0, 4), content).length).toBeGreaterThan(10);
    const result = cleanInThread(content, clean);
    expect(findOffsets(secret.subarray(0, 4), result)).toEqual([]);
    for (const media of [picture, sound]) {
      expect(findOffsets(media, result)).toEqual(findOffsets(media, content));
    }
  });

  test('does not change when it is cleaned again', () => {
    const once = cleanInThread(content, clean);
    expect(cleanInThread(once, clean)).toEqual(once);
  });

  test('is rejected or cleaned if it is truncated anywhere', () => {
    for (let length = 0; length < content.length; length += 31) {
      const part = content.subarray(0, length);
      try {
        expect(findOffsets(secret, cleanInThread(part, clean))).toEqual([]);
      } catch (error) {
        expect(error).toBeInstanceOf(UnreadableVideo);
      }
    }
  });

  test('is rejected or cleaned if any bytes are changed', () => {
    const byteChanges = fc.array(fc.tuple(fc.nat(content.length - 1), fc.nat(255)), {
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(byteChanges, (changes) => {
        const changed = Buffer.from(content);
        for (const [at, value] of changes) changed[at] = value;
        try {
          expect(cleanInThread(changed, clean).length).toBeLessThanOrEqual(content.length);
        } catch (error) {
          expect(error).toBeInstanceOf(UnreadableVideo);
        }
      }),
      { seed: 17, numRuns: 60 },
    );
  });
});

test('an MP4 keeps its rotation and loses its location track', () => {
  const result = cleanInThread(makeMp4(), cleanMp4);
  expect(findOffsets(matrix, result)).toHaveLength(3);
  expect(findOffsets(Buffer.from('trak'), result)).toHaveLength(2);
  expect(findOffsets(Buffer.from('udta'), result)).toEqual([]);
});

describe('cleanVideo', () => {
  const clean = (content: Buffer, extension: string) => {
    writeFileSync(path, content);
    return cleanVideo({ path, extension });
  };
  const handler = (kind: string) =>
    mp4Box('mdia', mp4Box('hdlr', u32(0, 0), Buffer.from(kind), Buffer.alloc(12)));
  const header = mp4Box('tkhd', u32(0, 0, 0, 1));
  test.each([
    ['an MP4 without a table of contents', mp4Box('mdat', secret), 'mp4'],
    ['an MP4 with two tables of contents', Buffer.concat([mp4Box('moov'), mp4Box('moov')]), 'mp4'],
    [
      'a file without video or audio',
      mp4Box('moov', mp4Box('trak', header, handler('meta'))),
      'mov',
    ],
    ['a file of nothing but tiny boxes', Buffer.alloc(20_000_000, mp4Box('free')), 'mp4'],
    ['a box that exceeds its parent', mp4Box('moov', u32(900), Buffer.from('trak'), secret), 'mp4'],
    ['a WebM without tracks', webmElement(0x1a45dfa3, secret.subarray(0, 0)), 'webm'],
  ])('rejects %s', async (_, content, extension) => {
    await expect(clean(content, extension)).rejects.toMatchObject({ status: 415 });
  });

  test('cleans a valid file in a worker thread', async () => {
    await clean(makeMp4({ length: 3_000_000 }), 'mp4');
    expect(findOffsets(secret, readFileSync(path))).toEqual([]);
  });
});

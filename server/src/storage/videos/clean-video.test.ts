import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeFolder } from '../../testing/test-app.ts';
import {
  box,
  element,
  makeFragmentedMp4,
  makeMp4,
  makeWebm,
  matrix,
  picture,
  secret,
  sound,
  u32,
} from '../../testing/videos.ts';
import { cleanMp4 } from './clean-mp4.ts';
import { cleanVideo } from './clean-video.ts';
import { cleanWebm } from './clean-webm.ts';
import { UnreadableVideo, VideoFile } from './video-file.ts';

const folder = makeFolder();
const path = join(folder, 'video');

/** Cleans these bytes in this thread. */
function cleaned(content: Buffer, clean: (file: VideoFile) => void): Buffer {
  writeFileSync(path, content);
  const file = new VideoFile(path);
  try {
    clean(file);
  } finally {
    file.close();
  }
  return readFileSync(path);
}

const placesOf = (needle: Buffer, content: Buffer) => {
  const found: number[] = [];
  for (let at = content.indexOf(needle); at >= 0; at = content.indexOf(needle, at + 1))
    found.push(at);
  return found;
};

const videos: [name: string, content: Buffer, clean: (file: VideoFile) => void][] = [
  ['an MP4 with its table of contents last', makeMp4(), cleanMp4],
  ['an MP4 with its table of contents first', makeMp4({ isFastStart: true }), cleanMp4],
  ['an MP4 in fragments', makeFragmentedMp4(), cleanMp4],
  ['a WebM', makeWebm(), cleanWebm],
  ['a WebM recorded live', makeWebm({ isLive: true }), cleanWebm],
];

describe.each(videos)('%s', (_, content, clean) => {
  test('loses all that is neither pictures nor sound, and keeps those where they were', () => {
    expect(placesOf(secret.subarray(0, 4), content).length).toBeGreaterThan(10);
    const result = cleaned(content, clean);
    expect(placesOf(secret.subarray(0, 4), result)).toEqual([]);
    for (const media of [picture, sound]) {
      expect(placesOf(media, result)).toEqual(placesOf(media, content));
    }
  });

  test('is the same once more when it is cleaned again', () => {
    const once = cleaned(content, clean);
    expect(cleaned(once, clean)).toEqual(once);
  });

  test('cut short at any place is refused or cleaned', () => {
    for (let length = 0; length < content.length; length += 31) {
      const part = content.subarray(0, length);
      try {
        expect(placesOf(secret, cleaned(part, clean))).toEqual([]);
      } catch (error) {
        expect(error).toBeInstanceOf(UnreadableVideo);
      }
    }
  });

  test('changed in any place is refused or cleaned, and breaks nothing', () => {
    const places = fc.array(fc.tuple(fc.nat(content.length - 1), fc.nat(255)), {
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(places, (changes) => {
        const changed = Buffer.from(content);
        for (const [at, value] of changes) changed[at] = value;
        try {
          expect(cleaned(changed, clean).length).toBeLessThanOrEqual(content.length);
        } catch (error) {
          expect(error).toBeInstanceOf(UnreadableVideo);
        }
      }),
      { seed: 17, numRuns: 60 },
    );
  });
});

test('an MP4 keeps how it is turned, and the track of places is gone', () => {
  const result = cleaned(makeMp4(), cleanMp4);
  expect(placesOf(matrix, result)).toHaveLength(3);
  expect(placesOf(Buffer.from('trak'), result)).toHaveLength(2);
  expect(placesOf(Buffer.from('udta'), result)).toEqual([]);
});

describe('is refused', () => {
  const clean = (content: Buffer, extension: string) => {
    writeFileSync(path, content);
    return cleanVideo({ path, extension });
  };
  const handler = (kind: string) =>
    box('mdia', box('hdlr', u32(0, 0), Buffer.from(kind), Buffer.alloc(12)));
  const header = box('tkhd', u32(0, 0, 0, 1));
  test.each([
    ['an MP4 without a table of contents', box('mdat', secret), 'mp4'],
    ['one with two of them', Buffer.concat([box('moov'), box('moov')]), 'mp4'],
    [
      'one with neither pictures nor sound',
      box('moov', box('trak', header, handler('meta'))),
      'mov',
    ],
    ['one of nothing but tiny boxes', Buffer.alloc(20_000_000, box('free')), 'mp4'],
    ['a box beyond its parent', box('moov', u32(900), Buffer.from('trak'), secret), 'mp4'],
    ['a WebM without tracks', element(0x1a45dfa3, secret.subarray(0, 0)), 'webm'],
  ])('%s', async (_, content, extension) => {
    await expect(clean(content, extension)).rejects.toMatchObject({ status: 415 });
  });

  test('and a good one is cleaned in a thread of its own', async () => {
    await clean(makeMp4({ length: 3_000_000 }), 'mp4');
    expect(placesOf(secret, readFileSync(path))).toEqual([]);
  });
});

import sharp from 'sharp';
import { expect, test } from 'vitest';
import { encodeThumbnail } from './images.ts';

test('users take turns with photos to be encoded, however many one of them sends', async () => {
  const photo = await sharp({
    create: { width: 1200, height: 900, channels: 3, background: '#2f9e5f' },
  })
    .jpeg()
    .toBuffer();
  const finished: string[] = [];
  const encode = async (caller: string) => {
    await encodeThumbnail(photo, caller);
    finished.push(caller);
  };
  await Promise.all([...Array(8).fill('an'), 'bình'].map(encode));
  expect(finished).toHaveLength(9);
  // Two are being encoded when the other user's arrives, and one may be before it in turn.
  expect(finished.indexOf('bình')).toBeLessThanOrEqual(4);
});

import { expect, test } from 'vitest';
import { shrinkPhoto } from './shrink-photo.ts';

test.each([
  ['an animation', 'image/gif'],
  ['a video', 'video/mp4'],
  ['a photo that this device cannot read', 'image/heic'],
])('%s is not shrunk', async (_, type) => {
  const file = new File(['x'], 'a', { type });
  expect(await shrinkPhoto(file)).toBe(file);
  expect(await shrinkPhoto(file)).toBe(file);
});

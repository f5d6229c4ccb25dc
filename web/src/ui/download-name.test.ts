import { expect, test } from 'vitest';
import { getDownloadName } from './download-name.ts';

const photo = { url: '/uploads/posts/ab/abc.webp?i=1&s=x', filename: 'IMG_1.jpg' };

test('a saved photo has the name of its post, its number and the ending of the stored file', () => {
  expect(getDownloadName(photo, 1, 'Lớp mình trồng cây')).toBe('Lớp mình trồng cây 2.webp');
});

test('a name contains nothing that a file system refuses', () => {
  expect(getDownloadName(photo, 0, 'Sáng/chiều: "vui"?\n')).toBe('Sáng chiều   vui 1.webp');
  expect(getDownloadName(photo, 0, 'a'.repeat(300))).toHaveLength(80 + ' 1.webp'.length);
});

test('without a title the file keeps its own name', () => {
  expect(getDownloadName(photo, 0, ' ')).toBe('IMG_1.webp');
  expect(getDownloadName({ url: 'blob:x', filename: 'a.b.mp4' }, 0, undefined)).toBe('a.b.mp4');
});

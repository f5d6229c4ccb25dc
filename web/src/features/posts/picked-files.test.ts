import { limits } from '@lop-xanh/contract/rules/limits';
import { expect, test } from 'vitest';
import { addFiles } from './picked-files.ts';

const file = (name: string, type = 'image/jpeg', content = 'x') =>
  new File([content], name, { type });
const namesOf = (files: File[]) => files.map(({ name }) => name);

test('photos and videos are added behind those that are there', () => {
  const { files, notices } = addFiles(
    [file('a.jpg')],
    [file('b.mp4', 'video/mp4'), file('c.png', 'image/png')],
    10,
  );
  expect(namesOf(files)).toEqual(['a.jpg', 'b.mp4', 'c.png']);
  expect(notices).toEqual([]);
});

test('the same name and size is a double, also within one pick; another size is not', () => {
  const { files, notices } = addFiles(
    [file('a.jpg')],
    [file('a.jpg'), file('a.jpg', 'image/jpeg', 'longer'), file('b.jpg'), file('b.jpg')],
    10,
  );
  expect(namesOf(files)).toEqual(['a.jpg', 'a.jpg', 'b.jpg']);
  expect(notices).toEqual(['Đã có sẵn nên bỏ qua: a.jpg, b.jpg']);
});

test('another kind of file is left out and named', () => {
  const { files, notices } = addFiles([], [file('bai.pdf', 'application/pdf'), file('?', '')], 10);
  expect(files).toEqual([]);
  expect(notices).toEqual(['Chỉ nhận ảnh và video, bỏ qua: bai.pdf, ?']);
});

test('a video over the limit is left out; a photo is shrunk later and may be heavy', () => {
  const heavy = (name: string, type: string) =>
    Object.defineProperty(file(name, type), 'size', { value: limits.videoBytesMax + 1 });
  const { files, notices } = addFiles(
    [],
    [heavy('phim.mp4', 'video/mp4'), heavy('anh.jpg', 'image/jpeg')],
    10,
  );
  expect(namesOf(files)).toEqual(['anh.jpg']);
  expect(notices).toEqual(['Video quá 200 MB: phim.mp4']);
});

test('what finds no room is left out and told once', () => {
  const { files, notices } = addFiles(
    [file('a.jpg')],
    [file('b.jpg'), file('c.jpg'), file('d.jpg')],
    2,
  );
  expect(namesOf(files)).toEqual(['a.jpg', 'b.jpg']);
  expect(notices).toEqual(['Mỗi bài viết có nhiều nhất 10 ảnh và video']);
});

import { limits } from '@lop-xanh/contract/rules/limits';
import { expect, test } from 'vitest';
import { addFiles } from './add-files.ts';

const makeFile = (name: string, type = 'image/jpeg', content = 'x') =>
  new File([content], name, { type });
const listNames = (files: File[]) => files.map(({ name }) => name);

test('photos and videos are added after the files already selected', () => {
  const { files, notices } = addFiles(
    [makeFile('a.jpg')],
    [makeFile('b.mp4', 'video/mp4'), makeFile('c.png', 'image/png')],
    10,
  );
  expect(listNames(files)).toEqual(['a.jpg', 'b.mp4', 'c.png']);
  expect(notices).toEqual([]);
});

test('a file with the same name and size is a duplicate, a file of another size is not', () => {
  const { files, notices } = addFiles(
    [makeFile('a.jpg')],
    [
      makeFile('a.jpg'),
      makeFile('a.jpg', 'image/jpeg', 'longer'),
      makeFile('b.jpg'),
      makeFile('b.jpg'),
    ],
    10,
  );
  expect(listNames(files)).toEqual(['a.jpg', 'a.jpg', 'b.jpg']);
  expect(notices).toEqual(['Đã có sẵn nên bỏ qua: a.jpg, b.jpg']);
});

test('an unsupported file is skipped and named in a notice', () => {
  const { files, notices } = addFiles(
    [],
    [makeFile('bai.pdf', 'application/pdf'), makeFile('?', '')],
    10,
  );
  expect(files).toEqual([]);
  expect(notices).toEqual(['Chỉ nhận ảnh và video, bỏ qua: bai.pdf, ?']);
});

test('a video over the size limit is skipped, a large photo is not', () => {
  const makeLargeFile = (name: string, type: string) =>
    Object.defineProperty(makeFile(name, type), 'size', { value: limits.maxVideoBytes + 1 });
  const { files, notices } = addFiles(
    [],
    [makeLargeFile('phim.mp4', 'video/mp4'), makeLargeFile('anh.jpg', 'image/jpeg')],
    10,
  );
  expect(listNames(files)).toEqual(['anh.jpg']);
  expect(notices).toEqual(['Video quá 200 MB: phim.mp4']);
});

test('files over the maximum number are skipped with a single notice', () => {
  const { files, notices } = addFiles(
    [makeFile('a.jpg')],
    [makeFile('b.jpg'), makeFile('c.jpg'), makeFile('d.jpg')],
    2,
  );
  expect(listNames(files)).toEqual(['a.jpg', 'b.jpg']);
  expect(notices).toEqual(['Mỗi bài viết có nhiều nhất 10 ảnh và video']);
});

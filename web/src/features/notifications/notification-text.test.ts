import type { Notification } from '@lop-xanh/contract/notifications';
import { expect, test } from 'vitest';
import { describeNotification } from './notification-text.ts';

const sender = { id: 1, avt: '', first_name: 'An', full_name: 'Nguyễn Thị An' };

function makeNotification(fields: Partial<Notification>): Notification {
  return {
    id: 1,
    type: 'comment',
    message: '',
    action: null,
    refType: 'post',
    refId: 7,
    refTitle: 'Trồng cây',
    about: 'Trồng cây',
    sourceIds: [1],
    count: 1,
    sendersMeta: [{ ...sender, name: 'An' }],
    sender,
    createdAt: '2026-11-17T01:00:00Z',
    read: false,
    isRead: false,
    readAt: null,
    teacher_name: null,
    class_name: null,
    class_names: [],
    ...fields,
  };
}

const named = (...names: string[]) =>
  names.map((name) => ({ ...sender, first_name: name, full_name: `Nguyễn ${name}`, name }));

test.each<[string, Partial<Notification>]>([
  ['Nguyễn Thị An đã bình luận về bài viết “Trồng cây” của bạn', { sourceIds: [2, 1] }],
  [
    'An, Bình và Chi đã bình luận về bài viết “Trồng cây” của bạn',
    { count: 3, sendersMeta: named('An', 'Bình', 'Chi') },
  ],
  [
    'An, Bình và 2 người khác đã bình luận về bài viết “Trồng cây” của bạn',
    { count: 4, sendersMeta: named('An', 'Bình', 'Chi') },
  ],
  ['Bình luận chờ duyệt ở bài viết “Trồng cây”', { type: 'comment_held' }],
  ['2 bình luận chờ duyệt ở bài viết “Trồng cây”', { type: 'comment_held', sourceIds: [2, 1] }],
  [
    '2 báo cáo về bình luận ở bài viết “Trồng cây”',
    { type: 'comment_reported', sourceIds: [2, 1] },
  ],
  ['Lớp 3A đã điểm danh tuần 12', { type: 'attendance_saved', about: '12', class_names: ['3A'] }],
  [
    'Lớp 3A, 3B và 2 lớp khác đã điểm danh tuần 12',
    { type: 'attendance_saved', about: '12', class_names: ['3A', '3B', '3C', '3D'] },
  ],
  [
    'Điểm danh tuần 5 của Lê Thị Hoa đã được sửa: Có mặt',
    { type: 'attendance_corrected', about: '5 present Lê Thị Hoa', class_name: '3A' },
  ],
  [
    'Điểm danh tuần 5 của lớp 3A đã được sửa',
    { type: 'attendance_corrected', about: '5', class_name: '3A' },
  ],
  [
    'Lê Thị Hoa vắng mặt ở lớp 3A, tuần 5',
    { type: 'child_absent', about: '5 absent Lê Thị Hoa', class_name: '3A' },
  ],
])('a notification reads: %s', (text, fields) => {
  expect(describeNotification(makeNotification(fields))).toBe(text);
});

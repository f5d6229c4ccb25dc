import type { AuditEntry } from '@lop-xanh/contract/audit';
import { expect, test } from 'vitest';
import { listDetails } from './audit-details.ts';

type Details = AuditEntry['details'];

const format = (subject: AuditEntry['subject'], details: Details) =>
  listDetails({ subject, details }).map(({ label, old, new: current }) =>
    [label, old, current].filter((part) => part !== undefined).join(' | '),
  );

test.each<[Details, string[]]>([
  [
    {
      fields: ['title', 'content'],
      old: { title: 'Nước', content: [{ week: 3, title: 'A' }, { week: 12 }] },
      new: { title: 'Nước sạch', content: [{ week: 3, title: 'B' }, { week: 4 }] },
    },
    ['tên bài | Nước | Nước sạch', 'tuần 3, 4, 12'],
  ],
  [{ fields: ['grade_id'], old: { grade_id: 3 }, new: { grade_id: 4 } }, ['khối | 3 | 4']],
  [{ new: { title: 'Nước', grade_id: 3, content: [{ week: 1 }] } }, ['tuần 1']],
  [{ old: { title: 'Nước', grade_id: 3, content: [] } }, []],
])('the details of a lesson entry are described in words: %j', (details, expected) => {
  expect(format('lesson', details)).toEqual(expected);
});

test('a changed account shows old and new values, and of contact data only the field', () => {
  const details = {
    fields: ['phone', 'role', 'class_name', 'status'],
    old: { role: 'Student', class_name: null, status: 'active' },
    new: { role: 'Teacher', class_name: '3A', status: 'inactive' },
  };
  expect(format('account', details)).toEqual([
    'số điện thoại',
    'vai trò | Học sinh | Giáo viên',
    'lớp | — | 3A',
    'trạng thái | hoạt động | ngừng hoạt động',
  ]);
});

test('a withdrawn post shows its status and the reason', () => {
  const details = { old: { status: 'approved' }, new: { status: 'withdrawn', reason: 'Ảnh mờ' } };
  expect(format('post', details)).toEqual(['trạng thái | đã duyệt | đã gỡ', 'lý do | Ảnh mờ']);
});

test('a corrected record shows only what changed, with its class, week and reason', () => {
  const details = {
    class_name: '3A',
    week: 5,
    reason: 'Đến muộn',
    old: { status: 'absent', note: '' },
    new: { status: 'present', note: '' },
  };
  expect(format('attendance', details)).toEqual([
    'trạng thái | vắng | có mặt',
    'lớp 3A',
    'tuần 5',
    'lý do | Đến muộn',
  ]);
});

test('entries of earlier versions still show the fields and the value before', () => {
  expect(format('school', { fields: ['school_name'], before: 'TH Cũ' })).toEqual([
    'tên trường',
    'trước là “TH Cũ”',
  ]);
});

test('the details of a consent are the old and the new answer', () => {
  const details = {
    fields: ['guardian'],
    old: { guardian: null },
    new: { guardian: 'refused' },
    evidence: 'paper',
    decided_on: '2026-09-07',
  };
  expect(format('photo_consent', details)).toEqual([
    'câu trả lời của phụ huynh | — | không đồng ý',
  ]);
});

test('the details of a substitution are its class and its days', () => {
  const details = { class_id: 5, class_name: '3A', from: '2026-11-17', until: '2026-11-20' };
  expect(format('substitute', details)).toEqual(['lớp 3A, 17/11/2026 – 20/11/2026']);
});

import { expect, test } from 'vitest';
import { describeDetails } from './audit-labels.ts';

test.each([
  [
    {
      fields: ['title', 'content'],
      old: { title: 'Nước', content: [{ week: 3, title: 'A' }, { week: 12 }] },
      new: { title: 'Nước sạch', content: [{ week: 3, title: 'B' }, { week: 4 }] },
    },
    'tên “Nước” → “Nước sạch”, tuần 3, 4, 12',
  ],
  [{ fields: ['grade_id'], old: { grade_id: 3 }, new: { grade_id: 4 } }, 'khối 3 → 4'],
  [{ new: { title: 'Nước', grade_id: 3, content: [{ week: 1 }] } }, 'tuần 1'],
  [{ old: { title: 'Nước', grade_id: 3, content: [] } }, ''],
])('the details of a lesson entry are described in words: %j', (details, description) => {
  expect(describeDetails({ subject: 'lesson', details })).toBe(description);
});

test('the details of a substitution are its class and its days', () => {
  const details = { class_id: 5, class_name: '3A', from: '2026-11-17', until: '2026-11-20' };
  expect(describeDetails({ subject: 'substitute', details })).toBe(
    'lớp 3A, 17/11/2026 – 20/11/2026',
  );
});

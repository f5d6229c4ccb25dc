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

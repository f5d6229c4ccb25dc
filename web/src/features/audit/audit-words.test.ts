import { expect, test } from 'vitest';
import { detailsOf } from './audit-words.ts';

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
])('what happened to a lesson is told in words: %j', (details, words) => {
  expect(detailsOf({ subject: 'lesson', details })).toBe(words);
});

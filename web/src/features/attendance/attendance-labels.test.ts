import { expect, test } from 'vitest';
import { describeMark } from './attendance-labels.ts';

test('an absence is excused, not excused, or just an absence if nobody recorded that', () => {
  const absent = { status: 'absent', note: 'Sốt' } as const;
  expect(describeMark({ ...absent, isExcused: true })).toBe('Vắng có phép (Sốt)');
  expect(describeMark({ ...absent, isExcused: false })).toBe('Vắng không phép (Sốt)');
  expect(describeMark({ ...absent, isExcused: null })).toBe('Vắng (Sốt)');
  expect(describeMark({ status: 'present', note: '', isExcused: null })).toBe('Có mặt');
});

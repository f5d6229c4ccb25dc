import { expect, test } from 'vitest';
import { listChanges } from './record-changes.ts';

test('each change has the value before and after it, oldest first', () => {
  const first = {
    status: 'absent',
    note: 'Sốt',
    isExcused: false,
    reason: 'Nhầm',
    by: 'Hoa',
    at: '1',
  } as const;
  const second = {
    status: 'present',
    note: '',
    isExcused: false,
    reason: 'Có giấy',
    by: 'Mai',
    at: '2',
  } as const;
  const current = { status: 'absent', note: 'Ốm', isExcused: true } as const;
  expect(listChanges({ ...current, corrections: [first, second] })).toEqual([
    {
      from: { status: 'absent', note: 'Sốt', isExcused: false },
      to: { status: 'present', note: '', isExcused: false },
      reason: 'Nhầm',
      by: 'Hoa',
      at: '1',
    },
    {
      from: { status: 'present', note: '', isExcused: false },
      to: current,
      reason: 'Có giấy',
      by: 'Mai',
      at: '2',
    },
  ]);
  expect(listChanges({ ...current, corrections: [] })).toEqual([]);
});

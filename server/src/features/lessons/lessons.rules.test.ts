import { roles } from '@lop-xanh/contract/rules/roles';
import { expect, test } from 'vitest';
import type { Actor } from '../../http/authentication.ts';
import { canRead, canReadContent } from './lessons.rules.ts';

const actor = { school_id: 1, grade_ids: [2, 3] } as unknown as Actor;

const expected = {
  Student: [2, 3],
  Parent: [2, 3],
  Teacher: [2, 3],
  Mod: [1, 2, 3, 4, 5],
  Admin: [1, 2, 3, 4, 5],
};

test.each(roles)('a %s reads only the lessons of the expected grades', (role) => {
  const read = [1, 2, 3, 4, 5].filter((grade_id) => canRead({ ...actor, role }, { grade_id }));
  expect(read).toEqual(expected[role]);
});

test('a user without a school, a class or children reads no lessons', () => {
  const unassigned = { school_id: null, grade_ids: [] } as unknown as Actor;
  for (const role of ['Student', 'Parent', 'Teacher', 'Mod'] as const) {
    expect(canRead({ ...unassigned, role }, { grade_id: 1 })).toBe(false);
  }
});

test.each(roles)('only an Admin reads hidden content (%s)', (role) => {
  expect(canReadContent({ ...actor, role }, { status: 'active' })).toBe(true);
  expect(canReadContent({ ...actor, role }, { status: 'inactive' })).toBe(role === 'Admin');
});

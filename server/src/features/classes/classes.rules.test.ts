import { roles } from '@lop-xanh/contract/rules/roles';
import { expect, test } from 'vitest';
import type { Actor } from '../../http/authentication.ts';
import { canSeeClass } from './classes.rules.ts';

const actor = { id: 5, school_id: 1, class_ids: [10] } as unknown as Actor;
const current = { is_past: false, teacher_id: 6 };
const classes = {
  own: { ...current, id: 10, school_id: 1 },
  ownLastYear: { id: 9, school_id: 1, is_past: true, teacher_id: 5 },
  sameSchool: { ...current, id: 11, school_id: 1 },
  otherSchool: { ...current, id: 20, school_id: 2 },
};

const visibleClasses = {
  Student: ['own'],
  Parent: ['own'],
  Teacher: ['own', 'ownLastYear'],
  Mod: ['own', 'ownLastYear', 'sameSchool'],
  Admin: ['own', 'ownLastYear', 'sameSchool', 'otherSchool'],
} as const;

test.each(roles)('a %s sees only the expected classes', (role) => {
  const visible = Object.entries(classes)
    .filter(([, target]) => canSeeClass({ ...actor, role }, target))
    .map(([name]) => name);
  expect(visible).toEqual(visibleClasses[role]);
});

test('a user without a school, a class and children sees no class', () => {
  const unassigned = { school_id: null, class_ids: [] } as unknown as Actor;
  for (const role of ['Student', 'Parent', 'Teacher', 'Mod'] as const) {
    for (const target of Object.values(classes)) {
      expect(canSeeClass({ ...unassigned, role }, target)).toBe(false);
    }
  }
});

import { roles } from '@lop-xanh/contract/rules/roles';
import { expect, test } from 'vitest';
import type { Actor } from '../../http/authentication.ts';
import { canSeeClass } from './classes.rules.ts';

const actor = { school_id: 1, class_ids: [10] } as unknown as Actor;
const classes = {
  own: { id: 10, school_id: 1 },
  sameSchool: { id: 11, school_id: 1 },
  otherSchool: { id: 20, school_id: 2 },
};

const expected = {
  Student: ['own'],
  Parent: ['own'],
  Teacher: ['own'],
  Mod: ['own', 'sameSchool'],
  Admin: ['own', 'sameSchool', 'otherSchool'],
} as const;

test.each(roles)('a %s sees just the classes they have to do with', (role) => {
  const seen = Object.entries(classes)
    .filter(([, facts]) => canSeeClass({ ...actor, role }, facts))
    .map(([name]) => name);
  expect(seen).toEqual(expected[role]);
});

test('somebody without a school, a class or children sees none', () => {
  const nobody = { school_id: null, class_ids: [] } as unknown as Actor;
  for (const role of ['Student', 'Parent', 'Teacher', 'Mod'] as const) {
    for (const facts of Object.values(classes)) {
      expect(canSeeClass({ ...nobody, role }, facts)).toBe(false);
    }
  }
});

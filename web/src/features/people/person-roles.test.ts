import { roles } from '@lop-xanh/contract/rules/roles';
import { expect, test } from 'vitest';
import { canOpenPerson } from './person-roles.ts';

test('Admins open everybody, Mods everybody but Mods and Admins, and nobody else anybody', () => {
  const listOpen = (reader: (typeof roles)[number]) =>
    roles.filter((role) => canOpenPerson(reader, role)).toSorted();
  expect(listOpen('Admin')).toEqual(roles.toSorted());
  expect(listOpen('Mod')).toEqual(['Parent', 'Student', 'Teacher']);
  for (const reader of ['Teacher', 'Student', 'Parent'] as const) {
    expect(listOpen(reader)).toEqual([]);
    expect(canOpenPerson(reader)).toBe(false);
  }
  expect(canOpenPerson('Mod')).toBe(true);
});

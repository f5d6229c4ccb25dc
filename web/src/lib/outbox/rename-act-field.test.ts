import { expect, test } from 'vitest';
import { renameActField } from './rename-act-field.ts';

test('an entry stored by an older version keeps its action under the new name', () => {
  const file = new File(['x'], 'photo.jpg');
  const action = { kind: 'create', title: 'Trồng cây', files: [file] };
  const stored = { seq: 7, user: 3, feature: 'posts', key: 'k', at: '2026-11-15', refusal: 'no' };
  const entry = renameActField({ ...stored, act: action });
  expect(entry).toEqual({ ...stored, action });
  expect(entry).not.toHaveProperty('act');
});

test('an entry that is already renamed, or missing, stays as it is', () => {
  const entry = { seq: 7, action: { kind: 'like', act: 'not the field' } };
  expect(renameActField(entry)).toEqual(entry);
  expect(renameActField(undefined)).toBeUndefined();
});

import { expect, test } from 'vitest';
import { upgradeEntry } from './upgrade-entry.ts';

const stored = { seq: 7, user: 3, feature: 'posts', key: 'k', at: '2026-11-15', refusal: 'no' };

test('an entry stored by an older version keeps its action under the new name', () => {
  const file = new File(['x'], 'photo.jpg');
  const action = { kind: 'create', title: 'Trồng cây', files: [file] };
  const entry = upgradeEntry({ ...stored, act: action });
  expect(entry).toEqual({ ...stored, action, isAttempted: true });
  expect(entry).not.toHaveProperty('act');
});

test('an entry stored by the former version may have reached the server', () => {
  const entry = { ...stored, action: { kind: 'like', act: 'not the field' } };
  expect(upgradeEntry(entry)).toEqual({ ...entry, isAttempted: true });
});

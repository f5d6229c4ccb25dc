import { expect, test } from 'vitest';
import { getClassChoice, listStricterModes } from './comment-modes.ts';

test('a class can only be stricter than its school', () => {
  expect(listStricterModes('open')).toEqual(['approval', 'off']);
  expect(listStricterModes('approval')).toEqual(['off']);
  expect(listStricterModes('off')).toEqual([]);
});

test('a class that is not stricter than its school follows it', () => {
  expect(getClassChoice('open', 'approval')).toBe('approval');
  expect(getClassChoice('approval', 'approval')).toBe('open');
  expect(getClassChoice('off', 'approval')).toBe('open');
});

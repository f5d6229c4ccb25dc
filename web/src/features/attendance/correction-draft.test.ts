import { expect, test } from 'vitest';
import { changeMark } from './correction-draft.ts';

const record = { student_id: 7, status: 'absent', note: 'Sốt', isExcused: false } as const;
const was = { status: 'absent', note: 'Sốt', isExcused: false } as const;

test('a corrected mark keeps what the user saw', () => {
  const marks = changeMark({}, record, { status: 'present' });
  expect(marks).toEqual({ 7: { status: 'present', note: 'Sốt', isExcused: false, was } });
  expect(changeMark(marks, record, { note: '' })).toEqual({
    7: { status: 'present', note: '', isExcused: false, was },
  });
});

test('what the user saw stays when another correction arrives in the meantime', () => {
  const marks = changeMark({}, record, { status: 'present' });
  const newer = { ...record, note: 'Có phép' };
  expect(changeMark(marks, newer, { note: 'Đến muộn' })).toEqual({
    7: { status: 'present', note: 'Đến muộn', isExcused: false, was },
  });
});

test('a mark that is changed back is no correction', () => {
  const other = {
    8: { status: 'absent', note: '', was: { status: 'present', note: '' } },
  } as const;
  const marks = changeMark(other, record, { status: 'present' });
  expect(changeMark(marks, record, { status: 'absent' })).toEqual(other);
  expect(changeMark({}, record, { note: 'Sốt ' })).toEqual({});
});

test('an excuse alone is a correction', () => {
  const marks = changeMark({}, record, { isExcused: true });
  expect(marks).toEqual({ 7: { status: 'absent', note: 'Sốt', isExcused: true, was } });
  expect(changeMark(marks, record, { isExcused: false })).toEqual({});
});

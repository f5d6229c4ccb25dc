import { expect, test } from 'vitest';
import { formatNotifiedRecord, parseNotifiedRecord } from './notified-record.ts';

test('the record of a notification is read as it was written', () => {
  const name = 'Nguyễn Thị  Hoa 2';
  const record = formatNotifiedRecord(5, { status: 'absent', full_name: name });
  expect(record).toBe('5 absent Nguyễn Thị  Hoa 2');
  expect(parseNotifiedRecord(record)).toEqual({ week: '5', status: 'absent', name });
  expect(parseNotifiedRecord(formatNotifiedRecord(5))).toEqual({
    week: '5',
    status: undefined,
    name: '',
  });
});

import { expect, test } from 'vitest';
import { formatNotifiedRecord, parseNotifiedRecord } from './notified-record.ts';

test('the record of a notification is read as it was written', () => {
  const record = { status: 'absent', name: 'Nguyễn Thị  Hoa 2' } as const;
  expect(parseNotifiedRecord(formatNotifiedRecord({ week: 5, ...record }))).toEqual({
    week: '5',
    ...record,
  });
  expect(parseNotifiedRecord(formatNotifiedRecord({ week: 5 }))).toEqual({ week: '5' });
  expect(parseNotifiedRecord('')).toEqual({ week: '' });
});

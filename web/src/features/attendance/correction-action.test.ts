import type { AttendanceRecord } from '@lop-xanh/contract/attendance';
import { expect, test } from 'vitest';
import { applyCorrection, describeConflict, type UnsentCorrection } from './correction-action.ts';

const record = (student_id: number, full_name: string): AttendanceRecord => ({
  student_id,
  full_name,
  status: 'absent',
  note: 'Sốt',
  isExcused: false,
  corrections: [],
});
const was = { status: 'absent', note: 'Sốt', isExcused: false } as const;
const action: UnsentCorrection = {
  classId: 1,
  className: '3A',
  week: 5,
  records: [{ student_id: 7, full_name: 'Lê Hoa', status: 'present', note: '', was }],
  reason: 'Đánh nhầm',
  by: 'Cô Mai',
  at: '2026-11-17T01:00:00Z',
};

test('an unsent correction is shown on its records only', () => {
  const untouched = record(8, 'Trần An');
  expect(applyCorrection([record(7, 'Lê Hoa'), untouched], action)).toEqual([
    {
      ...record(7, 'Lê Hoa'),
      status: 'present',
      note: '',
      isExcused: false,
      corrections: [{ ...was, reason: 'Đánh nhầm', by: 'Cô Mai', at: '2026-11-17T01:00:00Z' }],
    },
    untouched,
  ]);
});

test('a rejected correction tells its content, and what somebody else did in the meantime', () => {
  const own = 'Trên máy này: Lê Hoa: Có mặt. Lý do: Đánh nhầm.';
  expect(describeConflict(action, [record(7, 'Lê Hoa')])).toEqual([own]);
  expect(describeConflict(action, [])).toEqual([own]);
  const correction = { ...was, reason: 'Có giấy', by: 'Thầy Nam', at: '' };
  const corrected = { ...record(7, 'Lê Hoa'), isExcused: true, corrections: [correction] };
  expect(describeConflict(action, [corrected])).toEqual([
    own,
    'Hiện nay: Lê Hoa: Vắng có phép (Sốt) (Thầy Nam đã sửa: Có giấy).',
  ]);
});

import { proposePlan } from '@lop-xanh/contract/rules/rollover';
import type { RolloverDraft, RolloverSchool } from '@lop-xanh/contract/years';

/** Classes 1A, 1B and 5A with two students each, and three new students. */
export const school: RolloverSchool = {
  school_id: 1,
  school_name: 'TH Kim Đồng',
  year: 2027,
  classes: [
    { id: 11, name: '1A', grade_id: 1, teacher_id: 91 },
    { id: 12, name: '1B', grade_id: 1, teacher_id: 92 },
    { id: 51, name: '5A', grade_id: 5, teacher_id: null },
  ],
  students: [
    [1, 'An', 11],
    [2, 'Bình', 11],
    [3, 'Chi', 12],
    [4, 'Dũng', 12],
    [5, 'Giang', 51],
    [6, 'Hà', 51],
    [7, 'Khánh', null],
    [8, 'Lan', null],
    [9, 'Minh', null],
  ].map(([id, full_name, class_id]) => ({
    id: id as number,
    full_name: full_name as string,
    identifier_code: null,
    class_id: class_id as number | null,
  })),
  teachers: [
    { id: 91, full_name: 'Nguyễn Thị Hoa', username: 'hoa' },
    { id: 92, full_name: 'Trần Văn Nam', username: 'nam' },
  ],
};

/** n1 and n2 are the new 1A and 1B; n3 and n4 follow the old ones as 2A and 2B. */
export const plan = proposePlan(school);

export const draft: RolloverDraft = {
  school,
  plan,
  version: 1,
  saved_at: '2027-06-10T07:32:00.000Z',
  saved_by: 'Lê Anh Tuấn',
};

import type { Account } from '@lop-xanh/contract/accounts';
import { expect, test } from 'vitest';
import { newValues, problemsOf, valuesOf, written } from './account-values.ts';

const student: Account = {
  id: 7,
  username: 'be.na',
  role: 'Student',
  student_ids: [],
  school_id: 1,
  school_name: 'TH Kim Đồng',
  class_id: 3,
  class_name: '3A',
  grade_id: 3,
  grade_name: 'Khối 3',
  full_name: 'Lê Na',
  first_name: 'Na',
  last_name: 'Lê',
  identifier_code: '2026000001',
  avt: '',
  email: null,
  parent_name: null,
  status: 'active',
  isChangePass: false,
  phone: null,
  version: 4,
  parent_ids: [],
  isLoginSlowed: false,
  can: {
    edit: true,
    setStatus: true,
    setRole: false,
    setSchool: false,
    resetPassword: true,
    unlock: true,
    delete: false,
    addParent: false,
  },
};

test('an edit sends what was changed and nothing else', () => {
  const start = valuesOf(student, []);
  expect(written(start, start, false)).toEqual({ edit: {} });
  const moved = { ...start, class_id: '', phone: ' 0912 ' };
  expect(written(moved, start, false)).toEqual({ edit: { class_id: null, phone: '0912' } });
  const given = { ...start, password: 'matkhau' };
  expect(written(given, start, false)).toEqual({
    edit: { password: 'matkhau', isChangePass: true },
  });
});

test('what was amiss before does not keep another change from being saved', () => {
  const start = valuesOf(student, []);
  expect(problemsOf({ ...start, phone: '0912' }, start, false)).toEqual({});
  expect(problemsOf({ ...start, email: 'a@' }, start, false)).toEqual({ email: 'Invalid email' });
  expect(problemsOf({ ...start, password: '12345' }, start, false)).toEqual({
    password: 'Password must be at least 6 characters',
  });
});

test('a new student’s code is the server’s to give unless another is written', () => {
  const start = newValues({ role: 'Student', schoolId: 1, code: '2026000002' });
  expect(start.identifier_code).toBe('2026000002');
  const draft = { ...start, username: 'an', first_name: 'An', password: 'matkhau' };
  expect(written(draft, start, true)).not.toHaveProperty('draft.identifier_code');
  const own = { ...draft, identifier_code: 'A7' };
  expect(written(own, start, true)).toHaveProperty('draft.identifier_code', 'A7');
});

test('a new account is told everything that is missing, in the words of the server', () => {
  const start = newValues({ role: 'Teacher', schoolId: null });
  expect(problemsOf(start, start, true)).toEqual({
    first_name: 'Name required',
    username: 'Username must be at least 3 characters',
    password: 'Password must be at least 6 characters',
    school_id: 'Select a school',
    email: 'Invalid email',
  });
  const parent = newValues({ role: 'Parent', schoolId: 1 });
  expect(problemsOf(parent, parent, true)).toHaveProperty('student_ids');
});

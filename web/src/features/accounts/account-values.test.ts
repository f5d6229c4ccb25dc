import type { Account } from '@lop-xanh/contract/accounts';
import { expect, test } from 'vitest';
import {
  createFormValues,
  suggestUsername,
  toAccountChanges,
  toFormValues,
  validateAccount,
} from './account-values.ts';

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
  birth_date: null,
  sex: null,
  departure: null,
  version: 4,
  parent_ids: [],
  children: [],
  isLoginSlowed: false,
  hasSecondFactor: false,
  lastLoginAt: null,
  hasPhotoConsent: null,
  can: {
    edit: true,
    setStatus: true,
    setRole: false,
    setSchool: false,
    resetPassword: true,
    unlock: true,
    delete: false,
    addParent: false,
    leave: true,
    return: false,
  },
};

test('an edit sends only the changed fields', () => {
  const initial = toFormValues(student, []);
  expect(toAccountChanges(initial, initial, false)).toEqual({ edit: {} });
  const moved = { ...initial, class_id: '', phone: ' 0912 ' };
  expect(toAccountChanges(moved, initial, false)).toEqual({
    edit: { class_id: null, phone: '0912' },
  });
  const born = { ...initial, birth_date: '2019-03-14', sex: 'female' as const };
  expect(toAccountChanges(born, initial, false)).toEqual({
    edit: { birth_date: '2019-03-14', sex: 'female' },
  });
  expect(toAccountChanges(initial, born, false)).toEqual({ edit: { birth_date: null, sex: null } });
  const withPassword = { ...initial, password: 'matkhau' };
  expect(toAccountChanges(withPassword, initial, false)).toEqual({
    edit: { password: 'matkhau', isChangePass: true },
  });
});

test('an unchanged invalid field does not block saving another change', () => {
  const initial = toFormValues(student, []);
  expect(validateAccount({ ...initial, phone: '0912' }, initial, false)).toEqual({});
  expect(validateAccount({ ...initial, email: 'a@' }, initial, false)).toEqual({
    email: 'Invalid email',
  });
  expect(validateAccount({ ...initial, birth_date: '2999-01-01' }, initial, false)).toEqual({
    birth_date: 'Ngày này chưa tới',
  });
  expect(validateAccount({ ...initial, password: '12345' }, initial, false)).toEqual({
    password: 'Password must be at least 6 characters',
  });
});

test('the server assigns a new student’s code unless another is entered', () => {
  const initial = createFormValues({ role: 'Student', schoolId: 1, code: '2026000002' });
  expect(initial.identifier_code).toBe('2026000002');
  const draft = { ...initial, username: 'an', first_name: 'An', password: 'matkhau' };
  expect(toAccountChanges(draft, initial, true)).not.toHaveProperty('draft.identifier_code');
  const own = { ...draft, identifier_code: 'A7' };
  expect(toAccountChanges(own, initial, true)).toHaveProperty('draft.identifier_code', 'A7');
});

test('validating a new account reports every missing field with the server’s messages', () => {
  const initial = createFormValues({ role: 'Teacher', schoolId: null });
  expect(validateAccount(initial, initial, true)).toEqual({
    first_name: 'Name required',
    username: 'Username must be at least 3 characters',
    password: 'Password must be at least 6 characters',
    school_id: 'Select a school',
    email: 'Invalid email',
  });
  const parent = createFormValues({ role: 'Parent', schoolId: 1 });
  expect(validateAccount(parent, parent, true)).toHaveProperty('student_ids');
});

test('the suggested username of a parent is the phone number without a country code', () => {
  expect(suggestUsername('+84 912 345 678')).toBe('0912345678');
  expect(suggestUsername('0912.345-678')).toBe('0912345678');
  expect(suggestUsername('')).toBe('');
});

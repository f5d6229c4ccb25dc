import type { AuditEntry } from '@lop-xanh/contract/audit';
import { expect, test } from 'vitest';
import { getEntryPath } from './audit-links.ts';

const entry: AuditEntry = {
  id: 1,
  at: '2026-11-17T01:00:00Z',
  actor_id: 1,
  actor: 'mod',
  actor_role: 'Mod',
  action: 'changed',
  subject: 'class',
  subject_id: 7,
  subject_role: null,
  subject_name: '3A',
  school_id: 2,
  school_name: 'TH Kim Đồng',
  details: {},
};

test.each<[Partial<AuditEntry>, string | undefined]>([
  [{ subject: 'class' }, '/classes?class=7&school=2'],
  [{ subject: 'class', action: 'deleted' }, undefined],
  [{ subject: 'post', action: 'withdrawn' }, '/posts/7'],
  [{ subject: 'post', action: 'deleted' }, undefined],
  [{ subject: 'comment', action: 'hidden', details: { post_id: 9 } }, '/posts/9'],
  [{ subject: 'account', subject_role: 'Student' }, '/admin/people/7'],
  [{ subject: 'account', subject_role: 'Parent' }, '/admin/people/7'],
  [
    { subject: 'account', subject_role: 'Teacher', action: 'deleted' },
    '/admin/teacher-history?teacher=7&school=2',
  ],
  [{ subject: 'photo_consent' }, '/admin/people/7'],
  [{ subject: 'second_factor', subject_role: 'Teacher' }, '/admin/people/7'],
  [{ subject: 'account', subject_role: 'Mod' }, undefined],
  [
    { subject: 'substitute', action: 'deleted', details: { class_id: 4 } },
    '/classes?class=4&school=2',
  ],
  [{ subject: 'lesson', details: { new: { content: [{ week: 3 }] } } }, '/lessons/7/week/3'],
  [{ subject: 'lesson', details: { new: { title: 'Nước' } } }, '/admin/lessons'],
  [{ subject: 'school_year', subject_id: null }, '/admin/school-year?school=2'],
  [{ subject: 'audit_log', subject_id: null, action: 'exported' }, undefined],
])('the page of %j is %s', (fields, path) => {
  expect(getEntryPath({ ...entry, ...fields }, (role) => role !== 'Mod')).toBe(path);
});

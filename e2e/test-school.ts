import { randomUUID } from 'node:crypto';
import type { Role } from '@lop-xanh/contract/rules/roles';
import { type APIRequestContext, expect } from '@playwright/test';
import { requestAs } from './requests.ts';

export interface Member {
  id: number;
  username: string;
  school_id: number | null;
  identifier_code: string | null;
  full_name: string;
}

export interface EmptySchool {
  id: number;
  name: string;
  add: (role: Role, firstName: string, more?: Record<string, unknown>) => Promise<Member>;
}

export interface TestSchool extends EmptySchool {
  classId: number;
  otherClassId: number;
}

/** A new school without classes; its users have the demo password. */
export async function addEmptySchool(request: APIRequestContext): Promise<EmptySchool> {
  const suffix = randomUUID().slice(0, 8);
  let count = 0;
  const name = `TH ${suffix}`;
  const { id } = await create(request, '/api/admin/schools', { school_name: name });
  return {
    id,
    name,
    add: (role, first_name, more = {}) => {
      const username = `${role.toLowerCase()}-${suffix}-${++count}`;
      const email = `${username}@example.vn`;
      const names = { first_name, last_name: 'Nguyễn Thị' };
      const place = { school_id: id, email };
      const account = { role, username, password: 'demo1234', ...place, ...names, ...more };
      return create(request, '/api/admin/users', account);
    },
  };
}

/** The same with two classes. */
export async function addTestSchool(request: APIRequestContext): Promise<TestSchool> {
  const school = await addEmptySchool(request);
  const addClass = async (name: string, grade_id: number): Promise<number> =>
    (await create(request, '/api/classes', { name, grade_id, school_id: school.id })).id;
  return { ...school, classId: await addClass('3A', 3), otherClassId: await addClass('4B', 4) };
}

async function create(request: APIRequestContext, path: string, data: unknown) {
  const response = await requestAs(request, 'admin', 'POST', path, data);
  expect(response.status(), await response.text()).toBe(201);
  return response.json();
}

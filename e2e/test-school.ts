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

export interface TestSchool {
  name: string;
  classId: number;
  otherClassId: number;
  add: (role: Role, firstName: string, more?: Record<string, unknown>) => Promise<Member>;
}

/** A new school with two classes; its users have the demo password. */
export async function addTestSchool(request: APIRequestContext): Promise<TestSchool> {
  const suffix = randomUUID().slice(0, 8);
  let count = 0;
  const create = async (path: string, data: unknown) => {
    const response = await requestAs(request, 'admin', 'POST', path, data);
    expect(response.status(), await response.text()).toBe(201);
    return response.json();
  };
  const name = `TH ${suffix}`;
  const { id: school_id } = await create('/api/admin/schools', { school_name: name });
  const addClass = async (className: string, grade_id: number): Promise<number> =>
    (await create('/api/classes', { name: className, grade_id, school_id })).id;
  return {
    name,
    classId: await addClass('3A', 3),
    otherClassId: await addClass('4B', 4),
    add: (role, first_name, more = {}) => {
      const username = `${role.toLowerCase()}-${suffix}-${++count}`;
      const email = `${username}@example.vn`;
      const names = { first_name, last_name: 'Nguyễn Thị' };
      const account = { role, username, password: 'demo1234', school_id, email, ...names, ...more };
      return create('/api/admin/users', account);
    },
  };
}

import { randomUUID } from 'node:crypto';
import type { Role } from '@lop-xanh/contract/rules/roles';
import { type APIRequestContext, expect } from '@playwright/test';
import { callAs } from './calls.ts';

export interface Member {
  id: number;
  username: string;
  school_id: number | null;
  identifier_code: string | null;
  full_name: string;
}

export interface OwnSchool {
  name: string;
  classId: number;
  otherClassId: number;
  add: (role: Role, firstName: string, more?: Record<string, unknown>) => Promise<Member>;
}

/** A school with two classes of a test's own; its people have the demo's password. */
export async function addOwnSchool(request: APIRequestContext): Promise<OwnSchool> {
  const mark = randomUUID().slice(0, 8);
  let count = 0;
  const make = async (path: string, data: unknown) => {
    const response = await callAs(request, 'admin', 'POST', path, data);
    expect(response.status(), await response.text()).toBe(201);
    return response.json();
  };
  const name = `TH ${mark}`;
  const { id: school_id } = await make('/api/admin/schools', { school_name: name });
  const addClass = async (className: string, grade_id: number): Promise<number> =>
    (await make('/api/classes', { name: className, grade_id, school_id })).id;
  return {
    name,
    classId: await addClass('3A', 3),
    otherClassId: await addClass('4B', 4),
    add: (role, first_name, more = {}) => {
      const username = `${role.toLowerCase()}-${mark}-${++count}`;
      const email = `${username}@example.vn`;
      const names = { first_name, last_name: 'Nguyễn Thị' };
      const account = { role, username, password: 'demo1234', school_id, email, ...names, ...more };
      return make('/api/admin/users', account);
    },
  };
}
